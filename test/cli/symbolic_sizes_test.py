"""Blocks whose size is an input, up to what an address space has room for: no loop is unwound to the size."""
import unittest

import harness
from harness import DONE, REACHED, UNDECIDED, CliTest, run

HEADER = """
#include <stdlib.h>
#include <string.h>
#include <arpa/inet.h>
void *memcpy(void *to, const void *from, size_t n) { for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((char *)from)[i]; return to; }
struct list { struct list *next; };
struct entry { char *name; size_t length; };
struct owner { int *data; void *(*get)(size_t); };
size_t nondet_size(void);
int nondet_int(void);
struct owner *nondet_owner(void);
struct text { struct text *next; size_t length; char bytes[]; };
struct packet { int kind; char bytes[200]; int *end; };
struct table { int *owner; size_t count; };
"""

# name, body, whether it holds; malloc may fail
CASES = [
    ("equal blocks", "size_t n=nondet_size(), i=nondet_size(); char *p=malloc(n), *q=malloc(n); if(!p||!q) return;"
     " if(memcmp(p,q,n)==0 && i<n) __CPROVER_assert(p[i]==q[i], \"\");", True),
    ("equal only so far", "size_t n=nondet_size(), i=nondet_size(); char *p=malloc(n), *q=malloc(n); if(!p||!q) return;"
     " if(n>3 && memcmp(p,q,n-1)==0 && i<n) __CPROVER_assert(p[i]==q[i], \"\");", False),
    ("different blocks", "size_t n=nondet_size(); char *p=malloc(n), *q=malloc(n); if(!p||!q) return;"
     " if(n==1 && memcmp(p,q,n)!=0) __CPROVER_assert(p[0]!=q[0], \"\");", True),
    ("blocks may differ", "size_t n=nondet_size(); char *p=malloc(n), *q=malloc(n); if(!p||!q||n<2) return;"
     " __CPROVER_assert(memcmp(p,q,n)==0, \"\");", False),
    ("the order of blocks", "size_t n=nondet_size(); unsigned char *p=malloc(n), *q=malloc(n); if(!p||!q||n!=1) return;"
     " __CPROVER_assert((memcmp(p,q,n)<0) == (p[0]<q[0]), \"\");", True),
    ("nothing is equal", "size_t n=nondet_size(); char *p=malloc(5), *q=malloc(5); if(!p||!q||n>0) return;"
     " __CPROVER_assert(memcmp(p,q,n)==0, \"\");", True),
    ("equal, then written", "size_t n=nondet_size(), i=nondet_size(); char *p=malloc(n), *q=malloc(n); if(!p||!q||n<9) return;"
     " if(memcmp(p,q,n)==0 && i<n) { q[5]=1; __CPROVER_assert(p[i]==q[i], \"\"); }", False),
    ("comparing writes nothing", "size_t n=nondet_size(); char *p=malloc(n), *q=malloc(n); if(!p||!q||n<9) return;"
     " p[3]=4; q[3]=5; int r=memcmp(p,q,n); __CPROVER_assert(p[3]==4&&q[3]==5&&r!=0, \"\");", True),
    ("length of a string", "size_t n=nondet_size(); char *p=malloc(n); if(!p||n<1||n>20) return; p[n-1]=0;"
     " size_t l=strlen(p); __CPROVER_assert(l<n && p[l]==0, \"\");", True),
    ("a string may be shorter", "size_t n=nondet_size(); char *p=malloc(n); if(!p||n<2||n>20) return; p[n-1]=0;"
     " __CPROVER_assert(strlen(p)==n-1, \"\");", False),
    ("what precedes the end", "size_t n=nondet_size(); char *p=malloc(n); if(!p||n<8||n>20) return; p[n-1]=0;"
     " if(strlen(p)>3) __CPROVER_assert(p[2]!=0, \"\");", True),
    ("no room for so much", "size_t n=nondet_size(); char *p=malloc(n); if(p) __CPROVER_assert(n<=((size_t)-1>>1), \"\");", True),
    ("it may fail", "size_t n=nondet_size(); char *p=malloc(n); __CPROVER_assert(p!=0||n>1000, \"\");", False),
    ("pointers in a block", "size_t n=nondet_size(), i=nondet_size(); __CPROVER_assume(n>1&&n<4&&i<n); char a=1,b=2,c=3; int kept=7;"
     " struct entry *e=malloc(n*sizeof *e); if(!e) return; e[0].name=&a; e[1].name=&b; if(n>2) e[2].name=&c;"
     " *e[i].name=9; __CPROVER_assert(kept==7 && (a==9)+(b==9)+(c==9)==1, \"\");", True),
    ("which pointer in a block", "size_t n=nondet_size(), i=nondet_size(); __CPROVER_assume(n>1&&n<4&&i<n); char a=1,b=2,c=3;"
     " struct entry *e=malloc(n*sizeof *e); if(!e) return; e[0].name=&a; e[1].name=&b; if(n>2) e[2].name=&c;"
     " *e[i].name=9; __CPROVER_assert(b==2, \"\");", False),
    ("the order of bytes, where the program has its own memcpy", "unsigned short x=nondet_int(); __CPROVER_assert((htons(x)&255)==x>>8 && ntohs(htons(x))==x, \"\");", True),
    ("the order of bytes is another one", "unsigned short x=nondet_int(); __CPROVER_assert(htons(x)!=x+255, \"\");", False),
    ("facts about the environment stay", "struct owner *o=nondet_owner(); __CPROVER_assume(o && __CPROVER_r_ok(o, sizeof *o));"
     " int x=1; __CPROVER_assert(__CPROVER_r_ok(o, sizeof *o), \"\");", True),
    ("bytes behind a record", "size_t n=nondet_size(); struct text *p=malloc(sizeof *p+n+1); if(!p||n>1000000) return; p->next=p; p->length=n; p->bytes[n]=0;"
     " __CPROVER_assert(p->next==p && p->length==n && p->bytes[p->length]==0, \"\");", True),
    ("bytes in front of their record", "size_t n=nondet_size(); struct text *p=malloc(sizeof *p+n+1); if(!p||n>1000000) return; p->length=n; p->bytes[(long)nondet_size()]=7;"
     " __CPROVER_assert(p->length==n, \"\");", False),
    ("which byte behind a record", "size_t n=nondet_size(), i=nondet_size(); struct text *p=malloc(sizeof *p+n+1); if(!p||n>1000000||i>n) return; p->bytes[i]=1; p->bytes[n]=0;"
     " __CPROVER_assert(p->bytes[i]==1, \"\");", False),
    ("copied behind a record", "size_t n=nondet_size(), i=nondet_size(); if(n>100||i>=n) return; struct text *p=malloc(sizeof *p+n+1); char *q=malloc(n); if(!p||!q) return; p->next=p;"
     " memmove(p->bytes,q,n); p->bytes[n]=0; __CPROVER_assert(p->bytes[i]==q[i] && p->next==p && p->bytes[n]==0, \"\");", True),
    ("compared behind records", "size_t n=nondet_size(), i=nondet_size(); if(n>100||i>=n) return; struct text *p=malloc(sizeof *p+n+1), *q=malloc(sizeof *q+n+1); if(!p||!q) return;"
     " p->next=q->next=p; if(memcmp(p->bytes,q->bytes,n)==0) __CPROVER_assert(p->bytes[i]==q->bytes[i] && p->next==p, \"\");", True),
    ("elements behind a record", "size_t n=nondet_size(), i=nondet_size(); int x; if(n>1000||i>=n) return; struct table *t=malloc(sizeof *t+n*sizeof(struct entry)); if(!t) return;"
     " struct entry *e=(struct entry *)(t+1); t->owner=&x; t->count=n; e[i].length=5; e[i].name=0; *t->owner=4; __CPROVER_assert(x==4 && t->count==n && e[i].length==5, \"\");", True),
    ("another element behind a record", "size_t n=nondet_size(), i=nondet_size(); if(n>1000||n<2||i>=n) return; struct table *t=malloc(sizeof *t+n*sizeof(struct entry)); if(!t) return;"
     " struct entry *e=(struct entry *)(t+1); e[i].length=5; e[1].length=6; __CPROVER_assert(e[i].length==5, \"\");", False),
    ("an array in a record", "size_t i=nondet_size(); int x=1; struct packet p; p.kind=3; p.end=&x; if(i>=200) return; p.bytes[i]=9; *p.end=2;"
     " __CPROVER_assert(p.kind==3 && p.end==&x && x==2 && p.bytes[i]==9, \"\");", True),
    ("another byte of an array in a record", "size_t i=nondet_size(); struct packet p={0}; if(i>=200) return; p.bytes[i]=9; __CPROVER_assert(p.bytes[17]==0, \"\");", False),
    ("a record as bytes", "size_t i=nondet_size(); struct packet p={0}; if(i>=sizeof p) return; ((char*)&p)[i]=9; __CPROVER_assert(p.kind==0, \"\");", False),
    ("bytes of a record", "size_t i=nondet_size(); struct packet p={0}; p.kind=0x01020304; if(i>=4) return; unsigned char c=((unsigned char*)&p)[i]; __CPROVER_assert(c==4-i, \"\");", True),
    ("bytes of integers", "size_t i=nondet_size(); int a[100]={0}; if(i>=400) return; ((unsigned char*)a)[i]=1; __CPROVER_assert(a[i/4]==1<<8*(i%4), \"\");", True),
    ("other bytes of integers", "size_t i=nondet_size(); int a[100]={0}; if(i>=400) return; ((unsigned char*)a)[i]=1; __CPROVER_assert(a[i/4]==1, \"\");", False),
    ("integers among bytes", "size_t i=nondet_size(); unsigned char a[400]={0}; if(i>396) return; *(int*)(a+i)=0x01020304; __CPROVER_assert(a[i]==4 && a[i+3]==1 && *(int*)(a+i)==0x01020304, \"\");", True),
    ("integers that overlap", "size_t i=nondet_size(), j=nondet_size(); unsigned char a[400]={0}; if(i>396||j>396||i==j) return; *(int*)(a+i)=1; *(int*)(a+j)=0; __CPROVER_assert(*(int*)(a+i)==1, \"\");", False),
    ("a pointer behind what is copied", "size_t n=nondet_size(); int x=1,y=1; struct packet p, q; p.end=&x; q.end=&y; if(n>sizeof p) return; memmove(&p,&q,n);"
     " if(n<9) { *p.end=2; __CPROVER_assert(x==2 && y==1, \"\"); }", True),
    ("a pointer that is copied", "size_t n=nondet_size(); int x=1,y=1; struct packet p, q; p.end=&x; q.end=&y; if(n>sizeof p) return; memmove(&p,&q,n);"
     " if(n==0||n==sizeof p) { *p.end=2; __CPROVER_assert(y==1, \"\"); }", False),
    ("a block cleared up to any byte", "size_t n=nondet_size(); int x=1; struct packet p; p.end=&x; p.kind=5; if(n>100) return; memset(p.bytes,0,n); *p.end=2; __CPROVER_assert(x==2&&p.kind==5, \"\");", True),
    ("cleared too far", "size_t n=nondet_size(); struct packet p; p.kind=5; if(n>sizeof p) return; memset(&p,0,n); __CPROVER_assert(p.kind==5, \"\");", False),
    ("products that overflow", "size_t n=nondet_size(), m=nondet_size(); char *p=calloc(n,m); if(p&&n>0&&m>0) __CPROVER_assert(__CPROVER_r_ok(p,n)&&__CPROVER_r_ok(p,m), \"\");", True),
    ("products", "size_t n=nondet_size(); int *p=calloc(n,4); if(p) __CPROVER_assert(n<100, \"\");", False),
]

# Checks of memory, which stand between the choice whether it may fail and the allocation.
CHECKED = [
    ("room", "struct table t; t.count=nondet_size(); struct table *u=&t; char *p=malloc(u->count); if(p) __CPROVER_assert(t.count<(size_t)1<<60, \"\");", True),
    ("not so much room", "struct table t; t.count=nondet_size(); struct table *u=&t; char *p=malloc(u->count); if(p) __CPROVER_assert(t.count<500, \"\");", False),
    ("bytes behind a record", "size_t n=nondet_size(); if(n>100) return; struct text *p=malloc(sizeof *p+n); if(!p) return; p->length=n; if(n) p->bytes[n-1]=0; p->next=0; free(p);", True),
    ("one byte too far behind a record", "size_t n=nondet_size(); if(n>100) return; struct text *p=malloc(sizeof *p+n); if(!p) return; p->length=n; p->bytes[n]=0;", False),
]

# What was proved of it is not kept; what was compared is not all.
NOT_PROVED = [
    ("freed", "struct owner *o=nondet_owner(); __CPROVER_assume(o && __CPROVER_r_ok(o, sizeof *o)); free(o);"
     " __CPROVER_assert(__CPROVER_r_ok(o, sizeof *o), \"\");"),
    ("written", "struct owner *o=nondet_owner(), *p=nondet_owner(); __CPROVER_assume(o && p && __CPROVER_r_ok(o, sizeof *o));"
     " int *before=o->data; p->data=0; __CPROVER_assert(o->data==before, \"\");"),
    # Runs that confirm cannot tell what one block of the heap holds before it is written from what another does.
    ("not all is compared behind records", "size_t n=nondet_size(), i=nondet_size(); if(n>100||i>n) return; struct text *p=malloc(sizeof *p+n+1), *q=malloc(sizeof *q+n+1); if(!p||!q) return;"
     " if(memcmp(p->bytes,q->bytes,n)==0) __CPROVER_assert(p->bytes[i]==q->bytes[i], \"\");"),
]


class SymbolicSizesTest(CliTest):
    def decide(self, body, *options):
        text = HEADER + "void harness(void) { " + body + " }\n"
        return run("verify", "-q", "--engine", "kinduction", "--function", "harness", "--malloc-may-fail", *options,
                   self.write("p.c", text), "--cpu", "30s")

    def test_decided(self):
        for name, body, holds in CASES:
            with self.subTest(name):
                self.assert_exit(self.decide(body), DONE if holds else REACHED)

    def test_checked(self):
        for name, body, holds in CHECKED:
            with self.subTest(name):
                self.assert_exit(self.decide(body, "--check", "memory"), DONE if holds else REACHED)

    def test_not_proved(self):
        for name, body in NOT_PROVED:
            with self.subTest(name):
                self.assertIn(self.decide(body).returncode, (REACHED, UNDECIDED))


if __name__ == "__main__":
    harness.main()

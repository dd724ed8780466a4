// The data of a page, as src/report/page writes it. The scripts are checked against these types.

/** A line of a file; files are numbered as in the section "source". */
interface Place {
  file: number;
  line: number;
}

type Tone = "neutral" | "good" | "bad" | "open";

interface PageData {
  title: string;
  headline: string;
  tone: Tone;
  sentence: string;
  producer: string;
  sections: SectionHead[];
}

interface SectionHead {
  id: string;
  title: string;
  kind: string;
}

interface Fact {
  label: string;
  value: string;
  code?: boolean;
}

type TargetStatus = "reached" | "unreachable" | "open";

interface Target {
  text: string;
  status: TargetStatus;
  note: string;
  place?: Place;
  /** Where the source is not part of the page. */
  where?: string;
  /** The number of the way to it, if it is reached. */
  trace?: number;
}

interface Remark {
  text: string;
  place?: Place;
}

interface SummaryData {
  facts: Fact[];
  targets: Target[];
  /** How many targets that are not listed. */
  inLibrary?: string;
  rests: Remark[];
  /** Of a proof: what makes it say less than it seems. */
  vacuous?: Remark[];
  warnings: Remark[];
  error?: { text: string; inputs: Input[]; leftOut: number };
  commands: Fact[];
}

interface SourceFile {
  path: string;
  text: string;
  /** One letter a line, see lineStates in source.js. */
  lines: string;
  /** By line: how often it was executed. */
  hits?: Record<string, number>;
}

interface SourceData {
  files: SourceFile[];
  marks: { place: Place; text: string; tone: Tone }[];
}

interface Effect {
  name: string;
  value: string;
  global?: boolean;
}

interface Step {
  place?: Place;
  function: string;
  depth: number;
  /** Numbers calls of functions. */
  activation: number;
  text: string;
  effects: Effect[];
  /** To the functions that are called here. */
  passed?: { activation: number; name: string; value: string }[];
  /** Why the branch was taken: what the condition reads. */
  because?: string;
  /** False: the error does not depend on it. */
  matters: boolean;
}

interface Input {
  value: string;
  text: string;
  matters: boolean;
  place?: Place;
}

interface TraceData {
  error: string;
  confirmed: string;
  inputs: Input[];
  steps: Step[];
  /** What can be copied, with the text. */
  copies: { label: string; text: string }[];
}

interface TracesData {
  errors: TraceData[];
}

/** What a partner got or sent, once or several times. */
interface Passed {
  text: string;
  /** Seconds since the start of the run. */
  first: number;
  last: number;
}

interface Decided {
  text: string;
  status: TargetStatus;
  at: number;
  place?: Place;
}

/** One run of a partner. */
interface Partner {
  name: string;
  /** Of the task, where it was divided. */
  part: string;
  verdict: string;
  what: string;
  commands: string[];
  /** Missing where there is no journal. */
  start?: number;
  wall: number;
  cpu: number;
  got: Passed[];
  sent: Passed[];
  decided: Decided[];
}

interface CooperationData {
  story: string[];
  partners: Partner[];
}

interface Cell {
  text: string;
  tone?: Tone;
  place?: Place;
  number?: number;
  code?: boolean;
  /** To a section of this page, or a file beside it. */
  link?: string;
}

interface TableData {
  title?: string;
  intro: string;
  columns: { title: string; numeric?: boolean }[];
  rows: Cell[][];
  details?: string[];
}

interface TablesData {
  tables: TableData[];
}

interface TextData {
  paragraphs: string[];
  code?: string;
}

interface GraphNode {
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
  tone: string;
  note?: string;
  places?: Place[];
}

interface GraphEdge {
  from: number;
  to: number;
  points: number[];
  label?: string;
  labelAt?: number[];
  tone?: string;
}

interface Drawing {
  name: string;
  note?: string;
  width: number;
  height: number;
  nodes: GraphNode[];
  edges: GraphEdge[];
}

/** An automaton that is too large for one drawing: drawn in pieces when it is looked at. */
interface LargeAutomaton {
  name: string;
  /** What its nodes are called: "state", "block". */
  unit: string;
  initial: number;
  names: string[];
  /** One letter a state: "u" ut, "r" rt, "c" cand, "-" none. */
  kinds: string;
  invariants: Record<string, string>;
  /** Of nodes that stand for several lines. */
  texts: Record<string, string[]>;
  /** source, target, label, in turn. */
  transitions: number[];
  labels: string[];
  places: Record<string, Place>;
}

interface AutomataData {
  drawings: Drawing[];
  large: LargeAutomaton[];
  /** Functions that are too much even for pieces. */
  leftOut: number;
}

interface PlotSeries {
  name: string;
  points: [number, number][];
}

interface PlotData {
  plots: { title: string; x: string; y: string; logarithmic: boolean; series: PlotSeries[] }[];
  table?: TableData;
}

/** One task and tool of a campaign. */
interface BenchCell {
  status: string;
  category: string;
  score: number;
  /** Seconds: median, least, most. */
  cpu: [number, number, number];
  wall: number;
  memory: number;
  stable: boolean;
  log: string;
  files: string[];
}

interface BenchTask {
  name: string;
  group: string;
  property: string;
  expected: string;
  cells: (BenchCell | null)[];
}

interface BenchData {
  tools: string[];
  tasks: BenchTask[];
}

/** One method on one program with one bound. */
interface VcRow {
  program: string;
  method: string;
  solver: string;
  bound: number;
  conditions: number;
  dag: number;
  tree: number;
  generate: number;
  solve: number;
  least: number;
  most: number;
  solved: boolean;
}

interface VcData {
  rows: VcRow[];
}

/** One proof of a campaign. */
interface ProofData {
  name: string;
  verdict: string;
  tone: Tone;
  text: string;
  cpu: number;
  wall: number;
  unchanged: boolean;
  targets: Target[];
  assumptions: string[];
  commands: Fact[];
}

interface ProofsData {
  proofs: ProofData[];
}

/** Shows a section in an element; `rest` is what follows its name in the address. */
type Show = (into: HTMLElement, data: any) => ((rest: string) => void) | void;

"""A scatter plot of CPU times on logarithmic axes, for the studies here."""
import math


def scatter(points, cpu, horizontal, vertical, title):
    """SVG. points: (name, expected verdict, seconds, seconds); None: open. cpu: the limit of each run."""
    size, margin, low = 480, 60, 0.05
    high = 2.0 * cpu
    place = lambda value: margin + (size - 2 * margin) * math.log(max(value, low) / low) / math.log(high / low)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" font-family="sans-serif" '
             f'font-size="12">', f'<rect width="{size}" height="{size}" fill="white"/>']
    for tick in [value for value in (0.1, 1, 10, 100) if value <= cpu] + [high]:
        at, text = place(tick), "open" if tick == high else f"{tick:g}"
        parts.append(f'<line x1="{at:.1f}" y1="{margin}" x2="{at:.1f}" y2="{size - margin}" stroke="#ddd"/>')
        parts.append(f'<line x1="{margin}" y1="{size - at:.1f}" x2="{size - margin}" y2="{size - at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{size - margin + 16}" text-anchor="middle">{text}</text>')
        parts.append(f'<text x="{margin - 6}" y="{size - at + 4:.1f}" text-anchor="end">{text}</text>')
    parts.append(f'<line x1="{margin}" y1="{size - margin}" x2="{size - margin}" y2="{margin}" stroke="#999"/>')
    for name, expected, x, y in points:
        colour = "#1b6ca8" if expected.lower() == "true" else "#c0392b"
        parts.append(f'<circle cx="{place(high if x is None else x):.1f}" cy="{size - place(high if y is None else y):.1f}" r="3" '
                     f'fill="{colour}" fill-opacity="0.6"><title>{name}</title></circle>')
    parts.append(f'<text x="{size / 2}" y="{size - 14}" text-anchor="middle">{horizontal}</text>')
    parts.append(f'<text x="16" y="{size / 2}" text-anchor="middle" transform="rotate(-90 16 {size / 2})">{vertical}</text>')
    parts.append(f'<text x="{size / 2}" y="24" text-anchor="middle">blue: safe, red: with an error; {title}</text></svg>')
    return "\n".join(parts) + "\n"

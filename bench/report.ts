/** A figure as it is printed: what was seen, what is wanted, and whether it holds. */
export interface Figure {
  name: string;
  value: string;
  wanted: string;
  met: boolean;
}

export function print(title: string, figures: Figure[]): void {
  const width = Math.max(...figures.map(({ name }) => name.length));
  console.log(`\n${title}`);
  for (const { name, value, wanted, met } of figures)
    console.log(`  ${met ? 'ok ' : 'NO '} ${name.padEnd(width)}  ${value.padEnd(34)} wanted ${wanted}`);
}

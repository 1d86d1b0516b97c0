/** Names the browser and the system of a user agent. */

/** The first match counts: most user agents also name other browsers. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const firstMatch = (list: [RegExp, string][], agent: string): string | undefined =>
  list.find(([pattern]) => pattern.test(agent))?.[1];

/** Returns a text like 'Chrome · Windows'; undefined if browser and system are unknown. */
export function deviceOf(agent: string | undefined): string | undefined {
  if (!agent) return undefined;
  const words = [firstMatch(BROWSERS, agent), firstMatch(SYSTEMS, agent)].filter(
    (word) => word !== undefined,
  );
  return words.length > 0 ? words.join(' · ') : undefined;
}

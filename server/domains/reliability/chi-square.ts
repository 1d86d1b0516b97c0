/** Quantiles of the chi-square distribution, from the incomplete gamma function. Has no side effects. */

/** Lanczos, g = 7: exact to about fifteen digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(x: number): number {
  const shifted = x - 1;
  const sum = LANCZOS.slice(1).reduce((all, term, index) => all + term / (shifted + index + 1), LANCZOS[0]!);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

const SMALL = 1e-300;
const PRECISE = 1e-15;
const MOST_TERMS = 100_000;

/** P(a, x) as a series, which converges fast for small x. */
function bySeries(a: number, x: number): number {
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n < MOST_TERMS && Math.abs(term) > Math.abs(sum) * PRECISE; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum * Math.exp(-x + a * Math.log(x) - logGamma(a));
}

/** Q(a, x) as a continued fraction, by Lentz, for large x. */
function byFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = 1 / SMALL;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < MOST_TERMS; n++) {
    const factor = -n * (n - a);
    b += 2;
    d = factor * d + b;
    d = 1 / (Math.abs(d) < SMALL ? SMALL : d);
    c = b + factor / c;
    if (Math.abs(c) < SMALL) c = SMALL;
    h *= d * c;
    if (Math.abs(d * c - 1) < PRECISE) break;
  }
  return Math.exp(-x + a * Math.log(x) - logGamma(a)) * h;
}

/** Returns the probability of a value of at most x. */
export function chiSquareAtMost(x: number, degrees: number): number {
  if (x <= 0) return 0;
  const [a, half] = [degrees / 2, x / 2];
  return half < a + 1 ? bySeries(a, half) : 1 - byFraction(a, half);
}

const BISECTIONS = 200;

/** Returns the value that is not exceeded with this probability, found by bisection. */
export function chiSquareQuantile(probability: number, degrees: number): number {
  let [low, high] = [0, Math.max(degrees, 1)];
  while (chiSquareAtMost(high, degrees) < probability) high *= 2;
  for (let n = 0; n < BISECTIONS && high - low > high * PRECISE; n++) {
    const middle = (low + high) / 2;
    if (chiSquareAtMost(middle, degrees) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Checks the network when the browser reports a change, and when the page becomes visible without one. */
import { network } from '../../dataProvider/network.ts';

/** Returns a function that stops this. */
export function watchNetwork(): () => void {
  const ask = () => void network.check();
  const askInView = () => {
    if (network.isMissing() && !document.hidden) ask();
  };
  for (const event of ['offline', 'online']) addEventListener(event, ask);
  document.addEventListener('visibilitychange', askInView);
  if (!navigator.onLine) ask();
  return () => {
    for (const event of ['offline', 'online']) removeEventListener(event, ask);
    document.removeEventListener('visibilitychange', askInView);
  };
}

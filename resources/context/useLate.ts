/** Returns true once a wait is so long that users must be informed. */
import { useEffect, useState } from 'react';
import { PATIENCE_MS } from '../../dataProvider/network.ts';

export function useLate(isWaiting: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isWaiting && late;
}

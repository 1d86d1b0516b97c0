import { formatInstant } from '../../resources/format.ts';
import { usePlantZone } from '../../resources/House.tsx';

/** An instant as it is written everywhere, in the plant's time. */
export function useMoment(): (instant: string) => string {
  const zone = usePlantZone();
  return (instant) => formatInstant(instant, zone);
}

import { formatInstant } from '../../resources/format.ts';
import { usePlantZone } from '../../resources/House.tsx';

/** Returns a formatter of instants in the plant's time zone. */
export function useMoment(): (instant: string) => string {
  const zone = usePlantZone();
  return (instant) => formatInstant(instant, zone);
}

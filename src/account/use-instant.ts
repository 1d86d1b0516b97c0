import { usePlantZone } from '../../resources/context/application.tsx';
import { formatInstant } from '../../resources/format/format.ts';

/** Returns a formatter of instants in the plant's time zone. */
export function useInstant(): (instant: string) => string {
  const zone = usePlantZone();
  return (instant) => formatInstant(instant, zone);
}

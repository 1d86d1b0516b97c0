/** The time zone, displayed to users whose clock differs from the plant's. */
import { useTranslate } from 'react-admin';
import { isHere } from '../format/plant-time.ts';
import { usePlantZone } from './application.tsx';

/** Returns the plant's zone, if the user is in another. */
export function useOtherZone(): string | undefined {
  const zone = usePlantZone();
  return isHere(zone) ? undefined : zone;
}

/** Returns the help of a time field, with the zone if the user is in another. */
export function useZoneNote(help: string | undefined, withTime = true): string | undefined {
  const translate = useTranslate();
  const zone = useOtherZone();
  if (!zone || !withTime) return help;
  return [help, translate('officina.zone.field', { zone })].filter(Boolean).join(' · ');
}

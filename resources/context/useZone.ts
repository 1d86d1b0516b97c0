/** Which clock is meant: said to who sits where another shows another time. */
import { useTranslate } from 'react-admin';
import { isHere } from '../format/plant-time.ts';
import { usePlantZone } from './application.tsx';

/** The plant's zone, for who sits in another. */
export function useOtherZone(): string | undefined {
  const zone = usePlantZone();
  return isHere(zone) ? undefined : zone;
}

/** What stands below a time that is typed, with what is told of it otherwise. */
export function useZoneNote(help: string | undefined, withTime = true): string | undefined {
  const translate = useTranslate();
  const zone = useOtherZone();
  if (!zone || !withTime) return help;
  return [help, translate('officina.zone.field', { zone })].filter(Boolean).join(' · ');
}

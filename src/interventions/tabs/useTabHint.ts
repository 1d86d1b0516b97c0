/** The hint of an empty tab: what it is for, and the button or the person that adds to it. */
import { useTranslate } from 'react-admin';

export function useTabHint(adds: boolean): (key: string, button: string) => string {
  const translate = useTranslate();
  const label = (key: string, more?: object) => translate(`officina.interventions.detail.${key}`, more);
  return (key, button) =>
    `${label(key)}\n${adds ? label('add_by', { button: label(button) }) : label('add_not')}`;
}

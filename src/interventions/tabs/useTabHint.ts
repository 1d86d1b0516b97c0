/** The hint of an empty tab: its content, and the button or person that adds to it. */
import { useTranslate } from 'react-admin';

export function useTabHint(adds: boolean): (key: string, button: string) => string {
  const translate = useTranslate();
  const label = (key: string, more?: object) => translate(`officina.interventions.detail.${key}`, more);
  return (key, button) =>
    `${label(key)}\n${adds ? label('add_by', { button: label(button) }) : label('add_not')}`;
}

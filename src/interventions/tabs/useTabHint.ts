/** The hint of an empty tab: its purpose, and the button that adds rows or the users who can add them. */
import { useTranslate } from 'react-admin';

export function useTabHint(adds: boolean): (key: string, button: string) => string {
  const translate = useTranslate();
  const label = (key: string, more?: object) => translate(`officina.interventions.detail.${key}`, more);
  return (key, button) =>
    `${label(key)}\n${adds ? label('add_by', { button: label(button) }) : label('add_not')}`;
}

/** What an empty tab of an intervention says: what comes into it, and by which button, or who to ask. */
import { useTranslate } from 'react-admin';

export function useTabHint(adds: boolean): (key: string, button: string) => string {
  const translate = useTranslate();
  const words = (key: string, more?: object) => translate(`officina.interventions.detail.${key}`, more);
  return (key, button) =>
    `${words(key)}\n${adds ? words('add_by', { button: words(button) }) : words('add_not')}`;
}

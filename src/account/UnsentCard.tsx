/** What was done on this device and is not sent yet, as a file, and files from the user's other devices. */
import { useSyncExternalStore } from 'react';
import { useTranslate } from 'react-admin';
import { outbox } from '../../dataProvider/outbox.ts';
import { ActsFile } from '../offline/ActsFile.tsx';

export function UnsentCard() {
  const translate = useTranslate();
  const unsent = useSyncExternalStore(outbox.subscribe, outbox.acts).length;
  return (
    <section className="account-card">
      <h2>{translate('officina.outbox.title')}</h2>
      <p className="factor-text">
        {unsent > 0
          ? translate('officina.outbox.unsent', { count: unsent })
          : translate('officina.outbox.empty')}{' '}
        {translate('officina.outbox.hand_in_about')}
      </p>
      <ActsFile unsent={unsent} />
    </section>
  );
}

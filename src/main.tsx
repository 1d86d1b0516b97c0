import { createRoot } from 'react-dom/client';
import { beginReads } from '../dataProvider/first-reads.ts';
import { session } from '../dataProvider/session.ts';
import { language } from '../i18n/language.ts';
import { loadMessages } from '../i18n/messages.ts';
import { App, loadApplication } from './App.tsx';
import { startTheme } from './theme/mode.ts';
import './theme/base.css';

startTheme();
language.start();
loadMessages(language.current()).catch(() => undefined);
await session.start();
if (session.user()) {
  void loadApplication().catch(() => undefined);
  beginReads(['/schema/']);
}
createRoot(document.getElementById('root')!).render(<App />);

import { createRoot } from 'react-dom/client';
import { session } from '../dataProvider/session.ts';
import { language } from '../i18n/language.ts';
import { loadMessages } from '../i18n/messages.ts';
import { App } from './App.tsx';
import { startTheme } from './theme/mode.ts';
import './theme/base.css';

startTheme();
language.start();
loadMessages(language.current()).catch(() => undefined);
await session.start();
createRoot(document.getElementById('root')!).render(<App />);

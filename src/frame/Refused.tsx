import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { useWords } from '../words/Words.tsx';
import { type PageRefusal, type PageRoute, titleOf } from './screens.ts';

const isLicence = (setting: string): boolean => setting.startsWith('Licenza');

const sentenceOf = ({ setting, onPhone }: PageRefusal): string => {
  if (!setting) return 'officina.frame.refused_role';
  if (onPhone) return 'officina.frame.refused_phone';
  return isLicence(setting) ? 'officina.frame.refused_licence' : 'officina.frame.refused_setting';
};

/** Redirects from an unknown address to the home page, with a message. */
export function Unknown() {
  const notify = useNotify();
  const { pathname } = useLocation();
  useEffect(() => {
    notify('officina.frame.unknown', { type: 'warning', messageArgs: { address: pathname } });
  }, [notify, pathname]);
  return <Navigate to="/home" replace />;
}

/** Redirects from a page without access to the home page, with a message that gives the reason. */
export function Refused({ route, reason }: { route: PageRoute; reason: PageRefusal }) {
  const { language, t } = useWords();
  const notify = useNotify();
  const page = titleOf(route, language, t);
  const sentence = sentenceOf(reason);
  useEffect(() => {
    notify(sentence, { type: 'warning', messageArgs: { page, setting: reason.setting } });
  }, [notify, sentence, page, reason.setting]);
  return <Navigate to="/home" replace />;
}

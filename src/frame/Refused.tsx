import { useEffect } from 'react';
import { useTranslate } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { useLanguage } from '../../resources/context/application.tsx';
import { useSay } from '../../resources/feedback/toasts.ts';
import { type PageRefusal, type PageRoute, titleOf } from './screens.ts';

const isLicence = (setting: string): boolean => setting.startsWith('Licenza');

const sentenceOf = ({ setting, onPhone }: PageRefusal): string => {
  if (!setting) return 'officina.frame.refused_role';
  if (onPhone) return 'officina.frame.refused_phone';
  return isLicence(setting) ? 'officina.frame.refused_licence' : 'officina.frame.refused_setting';
};

/** Redirects from an unknown address to the home page, with a message. */
export function Unknown() {
  const say = useSay();
  const { pathname } = useLocation();
  useEffect(() => {
    say('officina.frame.unknown', 'warning', { address: pathname });
  }, [say, pathname]);
  return <Navigate to="/home" replace />;
}

/** Redirects from a page without access to the home page, with a message that gives the reason. */
export function Refused({ route, reason }: { route: PageRoute; reason: PageRefusal }) {
  const translate = useTranslate();
  const language = useLanguage();
  const say = useSay();
  const page = titleOf(route, language, translate);
  const sentence = sentenceOf(reason);
  useEffect(() => {
    say(sentence, 'warning', { page, setting: reason.setting });
  }, [say, sentence, page, reason.setting]);
  return <Navigate to="/home" replace />;
}

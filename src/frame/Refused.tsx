import { useEffect } from 'react';
import { useNotify } from 'react-admin';
import { Navigate, useLocation } from 'react-router';
import { useWords } from '../words/Words.tsx';
import { type Room, type RoomRefusal, titleOf } from './screens.ts';

const isLicence = (setting: string): boolean => setting.startsWith('Licenza');

const sentenceOf = ({ setting, onPhone }: RoomRefusal): string => {
  if (!setting) return 'officina.frame.refused_role';
  if (onPhone) return 'officina.frame.refused_phone';
  return isLicence(setting) ? 'officina.frame.refused_licence' : 'officina.frame.refused_setting';
};

/** The home in the place of an address that no screen has, and a sentence that says so. */
export function Unknown() {
  const notify = useNotify();
  const { pathname } = useLocation();
  useEffect(() => {
    notify('officina.frame.unknown', { type: 'warning', messageArgs: { address: pathname } });
  }, [notify, pathname]);
  return <Navigate to="/home" replace />;
}

/** The home in the place of a page that is not for this person, and a sentence that says why. */
export function Refused({ room, reason }: { room: Room; reason: RoomRefusal }) {
  const { language, t } = useWords();
  const notify = useNotify();
  const page = titleOf(room, language, t);
  const sentence = sentenceOf(reason);
  useEffect(() => {
    notify(sentence, { type: 'warning', messageArgs: { page, setting: reason.setting } });
  }, [notify, sentence, page, reason.setting]);
  return <Navigate to="/home" replace />;
}

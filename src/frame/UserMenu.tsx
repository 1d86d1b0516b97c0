import ApiIcon from '@mui/icons-material/Api';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import HistoryIcon from '@mui/icons-material/History';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined';
import VerifiedIcon from '@mui/icons-material/VerifiedUserOutlined';
import Popover from '@mui/material/Popover';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, useState } from 'react';
import { useNotify } from 'react-admin';
import { Link } from 'react-router';
import { download } from '../../dataProvider/http.ts';
import type { SessionUser } from '../../dataProvider/session.ts';
import { useHouse } from '../../resources/House.tsx';
import type { Access } from '../../schemas/access.ts';
import { LanguageChoice } from '../session/LanguageChoice.tsx';
import { ModeSwitch } from '../session/ModeSwitch.tsx';
import { place } from '../session/place.ts';
import { useWords } from '../words/Words.tsx';
import { ADMINS, SUPER_ADMIN } from './rooms.ts';
import './user-menu.css';

interface Page {
  path: string;
  label: string;
  access: Access;
  Icon: ComponentType<SvgIconProps>;
}

const PAGES: Page[] = [
  { path: '/info', label: 'licence', access: ADMINS, Icon: VerifiedIcon },
  { path: '/history', label: 'history', access: ADMINS, Icon: HistoryIcon },
  { path: '/api-description', label: 'api', access: SUPER_ADMIN, Icon: ApiIcon },
];

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? words.at(-1)![0] : ''}`.toUpperCase();
};

export function UserMenu({ user }: { user: SessionUser }) {
  const { t } = useWords();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className="user-button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="visually-hidden">{t('officina.user.menu')}</span>
        <span className="user-initials" aria-hidden="true">
          {initialsOf(user.nome)}
        </span>
        <span className="user-who">
          <span className="user-name">{user.nome}</span>
          <span className="user-role">{user.ruolo}</span>
        </span>
        <ExpandMoreIcon className="bar-arrow user-who" />
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('officina.user.menu'),
            sx: { mt: 0.75 },
          },
        }}
      >
        <UserPanel user={user} onClose={close} />
      </Popover>
    </>
  );
}

function UserPanel({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const { t } = useWords();
  const { may } = useHouse();
  return (
    <div className="user-panel">
      <div className="user-head">
        <p className="user-name">{user.nome}</p>
        <p className="user-role">{user.ruolo}</p>
      </div>
      <div className="user-row">
        <span>{t('officina.user.language')}</span>
        <LanguageChoice />
      </div>
      <ModeSwitch labelled />
      <ul>
        {PAGES.filter(({ access }) => may(access)).map(({ path, label, Icon }) => (
          <li key={path}>
            <Link to={path} className="panel-link" onClick={onClose}>
              <Icon fontSize="small" aria-hidden />
              {t(`officina.user.${label}`)}
            </Link>
          </li>
        ))}
        <Manual onClose={onClose} />
        <li>
          <button type="button" className="panel-link" onClick={() => place.go('/logout')}>
            <LogoutIcon fontSize="small" aria-hidden />
            {t('officina.user.logout')}
          </button>
        </li>
      </ul>
    </div>
  );
}

/** The manual exists in Italian only, for admins. */
function Manual({ onClose }: { onClose: () => void }) {
  const { t, language } = useWords();
  const { may } = useHouse();
  const notify = useNotify();
  if (language !== 'it' || !may(ADMINS)) return null;
  const open = () => {
    onClose();
    download('/info/user-manual/').catch((error: Error) => notify(error.message, { type: 'error' }));
  };
  return (
    <li>
      <button type="button" className="panel-link" onClick={open}>
        <MenuBookIcon fontSize="small" aria-hidden />
        {t('officina.user.manual')}
      </button>
    </li>
  );
}

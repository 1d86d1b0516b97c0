import AccountIcon from '@mui/icons-material/AccountCircleOutlined';
import ApiIcon from '@mui/icons-material/Api';
import CalendarIcon from '@mui/icons-material/EditCalendarOutlined';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import HistoryIcon from '@mui/icons-material/History';
import LogoutIcon from '@mui/icons-material/Logout';
import MenuBookIcon from '@mui/icons-material/MenuBookOutlined';
import ActivityIcon from '@mui/icons-material/PendingActionsOutlined';
import VerifiedIcon from '@mui/icons-material/VerifiedUserOutlined';
import Popover from '@mui/material/Popover';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { type ComponentType, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { download } from '../../dataProvider/http.ts';
import type { SessionUser } from '../../dataProvider/session.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { useSay, useSayWhy } from '../../resources/feedback/toasts.ts';
import type { Access } from '../../schemas/access.ts';
import { LanguageChoice } from '../session/LanguageChoice.tsx';
import { ModeSwitch } from '../session/ModeSwitch.tsx';
import { place } from '../session/page-address.ts';
import { roleOf } from '../session/role.ts';
import { ADMINS, SUPER_ADMIN } from './screens.ts';
import './user-menu.css';

interface Page {
  path: string;
  label: string;
  access: Access;
  Icon: ComponentType<SvgIconProps>;
}

const PAGES: Page[] = [
  { path: '/account', label: 'account', access: 'session', Icon: AccountIcon },
  { path: '/info', label: 'licence', access: ADMINS, Icon: VerifiedIcon },
  { path: '/history', label: 'history', access: ADMINS, Icon: HistoryIcon },
  { path: '/api-description', label: 'api', access: SUPER_ADMIN, Icon: ApiIcon },
];

const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? words.at(-1)![0] : ''}`.toUpperCase();
};

interface UserMenuProps {
  user: SessionUser;
  onActivity: () => void;
  onFeed: () => void;
}

export function UserMenu({ user, onActivity, onFeed }: UserMenuProps) {
  const translate = useTranslate();
  const language = useLanguage();
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
        <span className="visually-hidden">{translate('officina.user.menu')}</span>
        <span className="user-initials" aria-hidden="true">
          {initialsOf(user.nome)}
        </span>
        <span className="user-who">
          <span className="user-name">{user.nome}</span>
          <span className="user-role">{roleOf(user, language)}</span>
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
            'aria-label': translate('officina.user.menu'),
            sx: { mt: 0.75 },
          },
        }}
      >
        <UserPanel user={user} onClose={close} onActivity={onActivity} onFeed={onFeed} />
      </Popover>
    </>
  );
}

interface UserPanelProps extends UserMenuProps {
  onClose: () => void;
}

function UserPanel({ user, onClose, onActivity, onFeed }: UserPanelProps) {
  const translate = useTranslate();
  const language = useLanguage();
  const { may } = useApplication();
  return (
    <div className="user-panel">
      <div className="user-head">
        <p className="user-name">{user.nome}</p>
        <p className="user-role">{roleOf(user, language)}</p>
      </div>
      <div className="user-row">
        <span>{translate('officina.user.language')}</span>
        <LanguageChoice />
      </div>
      <ModeSwitch labelled />
      <ul>
        {PAGES.filter(({ access }) => may(access)).map(({ path, label, Icon }) => (
          <li key={path}>
            <Link to={path} className="panel-link" onClick={onClose}>
              <Icon fontSize="small" aria-hidden />
              {translate(`officina.user.${label}`)}
            </Link>
          </li>
        ))}
        <PanelButton
          label={translate('officina.jobs.title')}
          Icon={ActivityIcon}
          onClose={onClose}
          onOpen={onActivity}
        />
        <PanelButton
          label={translate('officina.feed.title')}
          Icon={CalendarIcon}
          onClose={onClose}
          onOpen={onFeed}
        />
        <Manual onClose={onClose} />
        <li>
          <button type="button" className="panel-link" onClick={() => place.go('/logout')}>
            <LogoutIcon fontSize="small" aria-hidden />
            {translate('officina.user.logout')}
          </button>
        </li>
      </ul>
    </div>
  );
}

interface PanelButtonProps {
  label: string;
  Icon: Page['Icon'];
  onClose: () => void;
  onOpen: () => void;
}

function PanelButton({ label, Icon, onClose, onOpen }: PanelButtonProps) {
  return (
    <li>
      <button
        type="button"
        className="panel-link"
        onClick={() => {
          onClose();
          onOpen();
        }}
      >
        <Icon fontSize="small" aria-hidden />
        {label}
      </button>
    </li>
  );
}

/** Opens the manual for administrators, in their language. */
function Manual({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const { may } = useApplication();
  const say = useSay();
  const sayWhy = useSayWhy();
  if (!may(ADMINS)) return null;
  const open = async () => {
    onClose();
    say('officina.user.manual_making', 'info');
    try {
      await download('/info/user-manual/');
      say('officina.user.manual_saved');
    } catch (error) {
      sayWhy(error);
    }
  };
  return (
    <li>
      <button type="button" className="panel-link" onClick={() => void open()}>
        <MenuBookIcon fontSize="small" aria-hidden />
        {translate('officina.user.manual')}
      </button>
    </li>
  );
}

/** The bar at the bottom of a phone, within reach of the thumb: own work, scan, report, search, menu. */
import ReportIcon from '@mui/icons-material/AddAlertOutlined';
import WorkIcon from '@mui/icons-material/AssignmentOutlined';
import HomeIcon from '@mui/icons-material/HomeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import ScanIcon from '@mui/icons-material/QrCodeScanner';
import SearchIcon from '@mui/icons-material/Search';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { Link, NavLink } from 'react-router';
import { useApplication } from '../../resources/context/application.tsx';
import { useOpenScan } from '../../resources/scan/OpenScan.tsx';
import { reportFault } from '../interventions/intervention-routes.ts';
import { MobileMenu } from './MobileMenu.tsx';
import './bottom-bar.css';

/** The entries that the user has access to. Others are missing. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  const translate = useTranslate();
  const { byName, may, family } = useApplication();
  const scan = useOpenScan();
  const [menu, setMenu] = useState(false);
  const works = byName.get('intervention');
  const own = family === 'RIFTEC' ? 'work' : family === 'RESP' ? 'requests' : undefined;
  return (
    <>
      <nav className="foot" aria-label={translate('officina.foot.label')}>
        <NavLink to="/home" className="foot-entry">
          {own ? <WorkIcon aria-hidden /> : <HomeIcon aria-hidden />}
          <span>{translate(own ? `officina.foot.${own}` : 'officina.menu.home')}</span>
        </NavLink>
        {scan && (
          <FootButton
            label={translate('officina.foot.scan')}
            onPress={scan}
            name={translate('officina.scan.open')}
          >
            <ScanIcon aria-hidden />
          </FootButton>
        )}
        {works && may(works.access.create) && (
          <Link to={reportFault()} className="foot-entry">
            <ReportIcon aria-hidden />
            <span>{translate('officina.foot.report')}</span>
          </Link>
        )}
        <FootButton label={translate('officina.palette.open')} onPress={onSearch}>
          <SearchIcon aria-hidden />
        </FootButton>
        <FootButton label={translate('officina.foot.more')} onPress={() => setMenu(true)}>
          <MenuIcon aria-hidden />
        </FootButton>
      </nav>
      <MobileMenu open={menu} low onClose={() => setMenu(false)} />
    </>
  );
}

interface FootButtonProps {
  label: string;
  /** The full name for screen readers. It begins with the visible label. */
  name?: string;
  onPress(): void;
  children: ReactNode;
}

function FootButton({ label, name, onPress, children }: FootButtonProps) {
  return (
    <button type="button" className="foot-entry" aria-label={name} aria-haspopup="dialog" onClick={onPress}>
      {children}
      <span>{label}</span>
    </button>
  );
}

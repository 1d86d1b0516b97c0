/** The icons named by x-icon. */
import AccountBalanceIcon from '@mui/icons-material/AccountBalanceOutlined';
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ChecklistIcon from '@mui/icons-material/ChecklistOutlined';
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined';
import EuroIcon from '@mui/icons-material/EuroOutlined';
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import FolderIcon from '@mui/icons-material/FolderOutlined';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PriorityHighIcon from '@mui/icons-material/PriorityHighOutlined';
import RuleIcon from '@mui/icons-material/RuleOutlined';
import SellIcon from '@mui/icons-material/SellOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import TuneIcon from '@mui/icons-material/TuneOutlined';
import ListIcon from '@mui/icons-material/ViewListOutlined';
import WarehouseIcon from '@mui/icons-material/WarehouseOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

const ICONS: Record<string, ComponentType<SvgIconProps>> = {
  'account-balance': AccountBalanceIcon,
  'account-tree': AccountTreeIcon,
  apartment: ApartmentIcon,
  badge: BadgeIcon,
  build: BuildIcon,
  business: BusinessIcon,
  category: CategoryIcon,
  checklist: ChecklistIcon,
  description: DescriptionIcon,
  euro: EuroIcon,
  'fact-check': FactCheckIcon,
  flag: FlagIcon,
  folder: FolderIcon,
  groups: GroupsIcon,
  link: LinkIcon,
  mail: MailIcon,
  people: PeopleIcon,
  'priority-high': PriorityHighIcon,
  rule: RuleIcon,
  sell: SellIcon,
  settings: SettingsIcon,
  tune: TuneIcon,
  warehouse: WarehouseIcon,
};

export function EntityIcon({ name, ...props }: SvgIconProps & { name: string | undefined }) {
  const Icon = ICONS[name ?? ''] ?? ListIcon;
  return <Icon aria-hidden {...props} />;
}

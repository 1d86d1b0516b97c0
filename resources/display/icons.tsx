/** The icons of x-icon. */
import AccountBalanceIcon from '@mui/icons-material/AccountBalanceOutlined';
import AccountTreeIcon from '@mui/icons-material/AccountTreeOutlined';
import ApartmentIcon from '@mui/icons-material/ApartmentOutlined';
import AssignmentIndIcon from '@mui/icons-material/AssignmentIndOutlined';
import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import BlockIcon from '@mui/icons-material/BlockOutlined';
import BuildIcon from '@mui/icons-material/BuildOutlined';
import BusinessIcon from '@mui/icons-material/BusinessOutlined';
import CategoryIcon from '@mui/icons-material/CategoryOutlined';
import ChecklistIcon from '@mui/icons-material/ChecklistOutlined';
import DescriptionIcon from '@mui/icons-material/DescriptionOutlined';
import EuroIcon from '@mui/icons-material/EuroOutlined';
import EventIcon from '@mui/icons-material/EventOutlined';
import EventRepeatIcon from '@mui/icons-material/EventRepeatOutlined';
import FactCheckIcon from '@mui/icons-material/FactCheckOutlined';
import FlagIcon from '@mui/icons-material/FlagOutlined';
import FolderIcon from '@mui/icons-material/FolderOutlined';
import GroupsIcon from '@mui/icons-material/GroupsOutlined';
import InsightsIcon from '@mui/icons-material/InsightsOutlined';
import LinkIcon from '@mui/icons-material/LinkOutlined';
import LockResetIcon from '@mui/icons-material/LockResetOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import PeopleIcon from '@mui/icons-material/PeopleOutlined';
import PlayIcon from '@mui/icons-material/PlayArrowOutlined';
import PriorityHighIcon from '@mui/icons-material/PriorityHighOutlined';
import ReplayIcon from '@mui/icons-material/Replay';
import RuleIcon from '@mui/icons-material/RuleOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import SellIcon from '@mui/icons-material/SellOutlined';
import SettingsIcon from '@mui/icons-material/SettingsOutlined';
import SwapIcon from '@mui/icons-material/SwapHoriz';
import TuneIcon from '@mui/icons-material/TuneOutlined';
import UnarchiveIcon from '@mui/icons-material/UnarchiveOutlined';
import ListIcon from '@mui/icons-material/ViewListOutlined';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import WarehouseIcon from '@mui/icons-material/WarehouseOutlined';
import WebhookIcon from '@mui/icons-material/WebhookOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

const ICONS: Record<string, ComponentType<SvgIconProps>> = {
  'account-balance': AccountBalanceIcon,
  'account-tree': AccountTreeIcon,
  apartment: ApartmentIcon,
  'assignment-ind': AssignmentIndIcon,
  badge: BadgeIcon,
  block: BlockIcon,
  build: BuildIcon,
  business: BusinessIcon,
  category: CategoryIcon,
  checklist: ChecklistIcon,
  description: DescriptionIcon,
  euro: EuroIcon,
  event: EventIcon,
  'event-repeat': EventRepeatIcon,
  'fact-check': FactCheckIcon,
  flag: FlagIcon,
  folder: FolderIcon,
  groups: GroupsIcon,
  insights: InsightsIcon,
  key: KeyIcon,
  link: LinkIcon,
  'lock-reset': LockResetIcon,
  mail: MailIcon,
  people: PeopleIcon,
  play: PlayIcon,
  'priority-high': PriorityHighIcon,
  replay: ReplayIcon,
  rule: RuleIcon,
  schedule: ScheduleIcon,
  sell: SellIcon,
  settings: SettingsIcon,
  swap: SwapIcon,
  tune: TuneIcon,
  unarchive: UnarchiveIcon,
  warehouse: WarehouseIcon,
  webhook: WebhookIcon,
};

export function EntityIcon({ name, ...props }: SvgIconProps & { name: string | undefined }) {
  const Icon = ICONS[name ?? ''] ?? ListIcon;
  return <Icon aria-hidden {...props} />;
}

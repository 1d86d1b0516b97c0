/** The icons of classes: the names are those of Font Awesome, the drawings those of our icon set. */
import AgricultureIcon from '@mui/icons-material/Agriculture';
import AirIcon from '@mui/icons-material/Air';
import AltRouteIcon from '@mui/icons-material/AltRoute';
import BoltIcon from '@mui/icons-material/Bolt';
import BuildIcon from '@mui/icons-material/Build';
import CategoryIcon from '@mui/icons-material/Category';
import CircleIcon from '@mui/icons-material/CircleOutlined';
import CleaningServicesIcon from '@mui/icons-material/CleaningServices';
import CloseFullscreenIcon from '@mui/icons-material/CloseFullscreen';
import CompressIcon from '@mui/icons-material/Compress';
import ConstructionIcon from '@mui/icons-material/Construction';
import DirectionsCarIcon from '@mui/icons-material/DirectionsCar';
import FactoryIcon from '@mui/icons-material/Factory';
import FilterAltIcon from '@mui/icons-material/FilterAltOutlined';
import FireExtinguisherIcon from '@mui/icons-material/FireExtinguisher';
import ForkliftIcon from '@mui/icons-material/Forklift';
import HandshakeIcon from '@mui/icons-material/HandshakeOutlined';
import HandymanIcon from '@mui/icons-material/Handyman';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlined';
import HomeWorkIcon from '@mui/icons-material/HomeWork';
import Inventory2Icon from '@mui/icons-material/Inventory2';
import LightbulbIcon from '@mui/icons-material/Lightbulb';
import LinkIcon from '@mui/icons-material/Link';
import LocalFireDepartmentIcon from '@mui/icons-material/LocalFireDepartment';
import LocalShippingIcon from '@mui/icons-material/LocalShipping';
import MemoryIcon from '@mui/icons-material/Memory';
import OilBarrelIcon from '@mui/icons-material/OilBarrelOutlined';
import PlumbingIcon from '@mui/icons-material/Plumbing';
import PrecisionManufacturingIcon from '@mui/icons-material/PrecisionManufacturing';
import SearchIcon from '@mui/icons-material/Search';
import SettingsIcon from '@mui/icons-material/Settings';
import SettingsSuggestIcon from '@mui/icons-material/SettingsSuggest';
import ShieldIcon from '@mui/icons-material/Shield';
import SpeedIcon from '@mui/icons-material/Speed';
import SyncAltIcon from '@mui/icons-material/SyncAlt';
import ThermostatIcon from '@mui/icons-material/Thermostat';
import WarehouseIcon from '@mui/icons-material/Warehouse';
import WarningIcon from '@mui/icons-material/Warning';
import WaterDropIcon from '@mui/icons-material/WaterDrop';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

const DRAWINGS: Record<string, ComponentType<SvgIconProps>> = {
  'fa-cogs': SettingsSuggestIcon,
  'fa-cog': SettingsIcon,
  'fa-warehouse': WarehouseIcon,
  'fa-wrench': BuildIcon,
  'fa-tools': HandymanIcon,
  'fa-hammer': ConstructionIcon,
  'fa-screwdriver': HandymanIcon,
  'fa-industry': FactoryIcon,
  'fa-robot': PrecisionManufacturingIcon,
  'fa-building': HomeWorkIcon,
  'fa-bolt': BoltIcon,
  'fa-plug': BoltIcon,
  'fa-lightbulb': LightbulbIcon,
  'fa-fire': LocalFireDepartmentIcon,
  'fa-fire-extinguisher': FireExtinguisherIcon,
  'fa-tint': WaterDropIcon,
  'fa-water': WaterDropIcon,
  'fa-faucet': PlumbingIcon,
  'fa-fan': AirIcon,
  'fa-wind': AirIcon,
  'fa-snowflake': ThermostatIcon,
  'fa-thermometer-half': ThermostatIcon,
  'fa-tachometer-alt': SpeedIcon,
  'fa-microchip': MemoryIcon,
  'fa-truck': LocalShippingIcon,
  'fa-truck-loading': ForkliftIcon,
  'fa-car': DirectionsCarIcon,
  'fa-tractor': AgricultureIcon,
  'fa-box': Inventory2Icon,
  'fa-boxes': Inventory2Icon,
  'fa-conveyor-belt': AltRouteIcon,
  'fa-broom': CleaningServicesIcon,
  'fa-search': SearchIcon,
  'fa-shield-alt': ShieldIcon,
  'fa-exclamation-triangle': WarningIcon,
  'fa-shapes': CategoryIcon,
  'fa-pallet': ForkliftIcon,
  'fa-oil-can': OilBarrelIcon,
  'fa-filter': FilterAltIcon,
  'fa-compress': CompressIcon,
  'fa-compress-arrows-alt': CloseFullscreenIcon,
  'fa-arrows-alt-h': SyncAltIcon,
  'fa-link': LinkIcon,
  'fa-handshake': HandshakeIcon,
  'fa-circle': CircleIcon,
};

export const CLASS_ICONS: string[] = Object.keys(DRAWINGS).map((name) => `fas ${name}`);

/** The page where users look up the names. */
export const ICON_LIST = 'https://fontawesome.com/v5/search?o=r&m=free&s=solid';

export function ClassIcon({ name, ...props }: SvgIconProps & { name: string }) {
  const drawn = name.split(/\s+/).find((part) => part in DRAWINGS);
  const Drawing = (drawn && DRAWINGS[drawn]) || HelpOutlineIcon;
  return <Drawing aria-hidden={props.titleAccess ? undefined : true} {...props} />;
}

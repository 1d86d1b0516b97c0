/** The settings: the generic list, and a try of the way to the identity provider that they name. */
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import { lazy } from 'react';
import { useTranslate } from 'react-admin';
import { DialogTool } from '../../resources/list/DialogTool.tsx';
import EntityList from '../../resources/screens/EntityList.tsx';
import type { Entity } from '../../schemas/entity.ts';

const TryDialog = lazy(() => import('./TryDialog.tsx'));

export default function SettingsPage({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const tool = <DialogTool label={translate('officina.sign_on.try')} icon={<KeyIcon />} Dialog={TryDialog} />;
  return <EntityList entity={entity} tools={tool} />;
}

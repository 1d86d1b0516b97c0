/** The list of settings, with the plant's logo and a test of the configured identity provider. */
import ImageIcon from '@mui/icons-material/ImageOutlined';
import KeyIcon from '@mui/icons-material/VpnKeyOutlined';
import { lazy } from 'react';
import { useTranslate } from 'react-admin';
import { DialogTool } from '../../resources/list/DialogTool.tsx';
import EntityList from '../../resources/screens/EntityList.tsx';
import type { Entity } from '../../schemas/entity.ts';

const LogoDialog = lazy(() => import('../../resources/qr/LogoDialog.tsx'));
const TryDialog = lazy(() => import('./TryDialog.tsx'));

export default function SettingsPage({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const tools = (
    <>
      <DialogTool label={translate('officina.logo.title')} icon={<ImageIcon />} Dialog={LogoDialog} />
      <DialogTool label={translate('officina.sign_on.try')} icon={<KeyIcon />} Dialog={TryDialog} />
    </>
  );
  return <EntityList entity={entity} tools={tools} />;
}

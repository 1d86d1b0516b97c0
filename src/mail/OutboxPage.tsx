/** The outbox: the generic list, and a test of the connection to the mail server. */
import SendIcon from '@mui/icons-material/SendOutlined';
import { lazy } from 'react';
import { useTranslate } from 'react-admin';
import { DialogTool } from '../../resources/list/DialogTool.tsx';
import EntityList from '../../resources/screens/EntityList.tsx';
import type { Entity } from '../../schemas/entity.ts';

const TryDialog = lazy(() => import('./TryDialog.tsx'));

/** Refreshes the list while the server sends mails. */
const REFRESH_MS = 10_000;

export default function OutboxPage({ entity }: { entity: Entity }) {
  const translate = useTranslate();
  const tool = <DialogTool label={translate('officina.mail.try')} icon={<SendIcon />} Dialog={TryDialog} />;
  return <EntityList entity={entity} tools={tool} every={REFRESH_MS} />;
}

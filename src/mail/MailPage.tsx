/** A mail of the outbox: its data, its content, and a download. */
import SaveIcon from '@mui/icons-material/SaveAltOutlined';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { useSayWhy } from '../../resources/feedback/toasts.ts';
import { HeaderButton } from '../../resources/form/FormHeader.tsx';
import EntityDetail from '../../resources/screens/EntityDetail.tsx';
import type { Entity, Row } from '../../schemas/entity.ts';
import { MailFrame } from './MailFrame.tsx';
import { saveMail } from './mail-calls.ts';

export default function MailPage({ entity }: { entity: Entity }) {
  return (
    <EntityDetail
      entity={entity}
      actions={(record) => <SaveButton id={Number(record.id)} />}
      foot={(record) => <Body mail={record} />}
    />
  );
}

function SaveButton({ id }: { id: number }) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const save = () => saveMail(id).catch(sayWhy);
  return (
    <HeaderButton
      label={translate('officina.mail.download')}
      startIcon={<SaveIcon />}
      onClick={() => void save()}
    />
  );
}

function Body({ mail }: { mail: Row }) {
  const translate = useTranslate();
  const title = translate('officina.mail.body');
  return (
    <Paper variant="outlined" sx={{ p: 2, mt: 2, display: 'grid', gap: 1 }}>
      <Typography variant="subtitle1" component="h2">
        {title}
      </Typography>
      {mail.formato === 'html' ? (
        <MailFrame title={title} html={String(mail.corpo)} />
      ) : (
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {String(mail.corpo)}
        </Typography>
      )}
    </Paper>
  );
}

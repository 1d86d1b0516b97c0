/** What an ended device had not sent yet, and its file. */
import SaveIcon from '@mui/icons-material/SaveAltOutlined';
import { useTranslate } from 'react-admin';
import { callForFile, saveBlob } from '../../dataProvider/http.ts';
import { useAttempt } from '../../resources/feedback/toasts.ts';
import { HeaderButton } from '../../resources/form/FormHeader.tsx';
import EntityDetail from '../../resources/screens/EntityDetail.tsx';
import type { Entity, Row } from '../../schemas/entity.ts';

export default function HeldActsPage({ entity }: { entity: Entity }) {
  return (
    <EntityDetail
      entity={entity}
      actions={(record) => record.stato !== 'scartate' && <SaveButton held={record} />}
    />
  );
}

function SaveButton({ held }: { held: Row }) {
  const translate = useTranslate();
  const attempt = useAttempt();
  const save = async () => {
    const name = `${translate('officina.outbox.file_name')}-${String(held.consegnato).slice(0, 10)}-${held.id}.json`;
    saveBlob(await callForFile(`/dispositivo/atti/${held.id}/file`), name);
  };
  return (
    <HeaderButton
      label={translate('officina.outbox.download')}
      startIcon={<SaveIcon />}
      onClick={() => void attempt(save)}
    />
  );
}

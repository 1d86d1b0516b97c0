/** The button that downloads the report of an intervention as a PDF. */

import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { callForFile, saveBlob } from '../../../dataProvider/http.ts';
import { useSayWhy } from '../../../resources/feedback/toasts.ts';
import { HeaderButton } from '../../../resources/form/FormHeader.tsx';
import type { RowOf } from '../../../schemas/types.ts';

/** Characters that file systems forbid in names. */
const UNFIT = /[/\\:*?"<>|]/g;

export function ReportButton({ record }: { record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const sayWhy = useSayWhy();
  const [busy, setBusy] = useState(false);
  const name = [record.codice, record.descrizione].filter(Boolean).join(' - ').replaceAll(UNFIT, '-');
  const download = async () => {
    setBusy(true);
    try {
      saveBlob(await callForFile(`/odl/${record.id}/report`), `${name}.pdf`);
    } catch (error) {
      sayWhy(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <HeaderButton
      label={translate('officina.interventions.detail.pdf')}
      startIcon={<PdfIcon />}
      disabled={busy}
      onClick={() => void download()}
    />
  );
}

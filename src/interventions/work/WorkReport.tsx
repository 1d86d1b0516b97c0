/** The signatures that closed work has, and its job reports to open. */
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined';
import Button from '@mui/material/Button';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import {
  type DocumentRow,
  type Owner,
  ownIn,
  type RecordDocuments,
} from '../../../dataProvider/documents.ts';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { useDocuments } from '../../../resources/documents/useDocuments.ts';
import { useFiles } from '../../../resources/files/useFiles.tsx';
import { formatInstant } from '../../../resources/format/format.ts';
import type { EntityOf } from '../../../schemas/catalogue.ts';
import { REPORT_FOLDER } from '../../../schemas/interventions.ts';
import type { RowOf } from '../../../schemas/types.ts';
import { isSigned } from '../report/report-calls.ts';
import { useAllSignatures } from '../report/useDeviceReport.ts';
import { THUMB, WorkSection } from './WorkSection.tsx';
import { SignatureList } from './WorkSignatures.tsx';

/** Returns the job reports, the newest one first. */
function reportsIn({ documenti, cartelle }: RecordDocuments): DocumentRow[] {
  const folder = cartelle.find(({ nome }) => nome.toLowerCase() === REPORT_FOLDER.toLowerCase());
  return documenti
    .filter(({ id_cartella }) => id_cartella === folder?.id)
    .toSorted((one, other) => other.id - one.id);
}

export function WorkReport({ entity, record }: { entity: EntityOf<'odl'>; record: RowOf<'odl'> }) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const owner = useMemo((): Owner => ({ resource: entity.resource, id: record.id }), [entity, record.id]);
  const { data: documents } = useDocuments(owner);
  const { data: signatures = [] } = useAllSignatures(record.id);
  const reports = documents ? reportsIn(ownIn(documents, entity.documents?.type)) : [];
  const files = useFiles(owner, reports);
  const signed = signatures.filter(isSigned);
  const nameOf = ({ data_ins: made }: DocumentRow): string =>
    reports.length === 1
      ? translate('officina.interventions.work.open_report')
      : translate('officina.interventions.work.report_of', { when: formatInstant(made, zone) });
  if (signed.length + reports.length === 0) return null;
  return (
    <WorkSection title={translate('officina.interventions.work.report')}>
      {signed.length > 0 && <SignatureList signers={signed.map(({ tipo }) => tipo)} signatures={signed} />}
      {reports.map((report) => (
        <Button
          key={report.id}
          variant="outlined"
          startIcon={<PdfIcon />}
          onClick={() => files.look(report)}
          sx={THUMB}
        >
          {nameOf(report)}
        </Button>
      ))}
      {files.dialog}
    </WorkSection>
  );
}

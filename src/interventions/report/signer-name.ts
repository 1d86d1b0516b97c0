/** The name that a signature starts with, before the user changes it. Has no side effects. */
import type { Row } from '../../../schemas/entity.ts';
import type { Signer } from '../../../schemas/interventions.ts';
import type { ReportTable } from '../../../schemas/report-content.ts';

/** Each signer's column of the intervention, and line of the report. */
const PLACES: Record<Signer, { column: string; line: string }> = {
  tecnico: { column: 'id_tecnico', line: 'tecnico' },
  segnalatore: { column: 'id_usr_ins', line: 'richiedente' },
};

/** Returns the user's own name as the report displays it, or an empty text if another person signs. */
export function ownName(signer: Signer, intervention: Row, user: number | undefined, report: ReportTable[]) {
  const { column, line } = PLACES[signer];
  if (user === undefined || intervention[column] !== user) return '';
  const facts = report.find(({ chiave }) => chiave === 'intervento')?.righe ?? [];
  return facts.find(({ chiave }) => chiave === line)?.valore ?? '';
}

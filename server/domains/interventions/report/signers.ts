/** Who signs a job report, as the plant has it, and whether what they signed is what is told. Pure. */
import type { SettingOf } from '../../../../schemas/access.ts';
import type { Context } from '../../../http/call.ts';
import { refused } from '../../../http/problem.ts';
import labels from './labels.json' with { type: 'json' };
import { changesStand } from './seal.ts';

export const SIGNERS = ['tecnico', 'segnalatore'] as const;
export type Signer = (typeof SIGNERS)[number];

const SETTINGS: Record<Signer, string> = {
  tecnico: 'RappFirmaTecnico',
  segnalatore: 'RappFirmaSegnalatore',
};
const NOT_ASKED = '0';
const NEEDED = '2';

/** Whose signatures the plant asks for, or takes. */
export const signersAsked = (setting: SettingOf): Signer[] =>
  SIGNERS.filter((signer) => setting(SETTINGS[signer]) !== NOT_ASKED);

/** Without whose signature there is no report. */
export const signersNeeded = (setting: SettingOf): Signer[] =>
  SIGNERS.filter((signer) => setting(SETTINGS[signer]) === NEEDED);

export interface Signed {
  tipo: Signer;
  /** The fingerprint of what the person was shown; none of who signed before signatures had one. */
  impronta: string | null;
}

/** Drawn over something else than what is told now, where that may not stand. */
export const outdatedSigners = (signed: Signed[], shown: string, setting: SettingOf): Signer[] =>
  changesStand(setting)
    ? []
    : signed
        .filter(
          ({ tipo, impronta }) => signersAsked(setting).includes(tipo) && impronta && impronta !== shown,
        )
        .map(({ tipo }) => tipo);

export function requireSignatures(
  signed: Signed[],
  shown: string,
  { setting, language }: Pick<Context, 'setting' | 'language'>,
): void {
  const lacking = signersNeeded(setting).filter((signer) => !signed.some(({ tipo }) => tipo === signer));
  if (lacking.length > 1) throw refused('report-signature-both');
  if (lacking[0] === 'tecnico') throw refused('report-signature-technician');
  if (lacking[0] === 'segnalatore') throw refused('report-signature-reporter');
  const outdated = outdatedSigners(signed, shown, setting);
  if (outdated.length === 0) return;
  const signers = outdated.map((signer) => labels[`firma_${signer}`][language]).join(', ');
  throw refused('report-signed-before', { signers });
}

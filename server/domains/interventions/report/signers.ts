/**
 * Who must sign a job report by the plant's settings, and whether the signatures fit the current data. Has no side
 * effects.
 */
import type { SettingOf } from '../../../../schemas/access.ts';
import {
  SIGNATURE_NOT_USED,
  SIGNATURE_REQUIRED,
  SIGNATURE_SETTINGS,
  SIGNERS,
  type Signer,
} from '../../../../schemas/interventions.ts';
import type { Context } from '../../../http/call.ts';
import { refused } from '../../../http/problem.ts';
import labels from './labels.json' with { type: 'json' };
import { changesAllowed } from './seal.ts';

/** Returns the signers that the plant requires or allows. */
export const signersAllowed = (setting: SettingOf): Signer[] =>
  SIGNERS.filter((signer) => setting(SIGNATURE_SETTINGS[signer]) !== SIGNATURE_NOT_USED);

/** Returns the signers whose signatures a report needs. */
export const signersRequired = (setting: SettingOf): Signer[] =>
  SIGNERS.filter((signer) => setting(SIGNATURE_SETTINGS[signer]) === SIGNATURE_REQUIRED);

export interface Signed {
  tipo: Signer;
  /** The fingerprint of the data that the user saw; null if the signature is older than fingerprints. */
  impronta: string | null;
}

/** Returns the signers who signed other data than the current data, if changes are not allowed. */
export const outdatedSigners = (signed: Signed[], current: string, setting: SettingOf): Signer[] =>
  changesAllowed(setting)
    ? []
    : signed
        .filter(
          ({ tipo, impronta }) => signersAllowed(setting).includes(tipo) && impronta && impronta !== current,
        )
        .map(({ tipo }) => tipo);

export function requireSignatures(
  signed: Signed[],
  current: string,
  { setting, language }: Pick<Context, 'setting' | 'language'>,
): void {
  const missing = signersRequired(setting).filter((signer) => !signed.some(({ tipo }) => tipo === signer));
  if (missing.length > 1) throw refused('report-signature-both');
  if (missing[0] === 'tecnico') throw refused('report-signature-technician');
  if (missing[0] === 'segnalatore') throw refused('report-signature-reporter');
  const outdated = outdatedSigners(signed, current, setting);
  if (outdated.length === 0) return;
  const signers = outdated.map((signer) => labels[`firma_${signer}`][language]).join(', ');
  throw refused('report-signed-before', { signers });
}

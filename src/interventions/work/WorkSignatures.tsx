/** The people who have signed the job report, and those who still must. */

import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import DoneIcon from '@mui/icons-material/TaskAlt';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'react-admin';
import { usePlantZone } from '../../../resources/context/application.tsx';
import { formatInstant } from '../../../resources/format/format.ts';
import {
  SIGNATURE_NOT_USED,
  SIGNATURE_SETTINGS,
  SIGNERS,
  type Signer,
} from '../../../schemas/interventions.ts';
import { useSettings } from '../calls/intervention-calls.ts';
import { isSigned, type Signature } from '../report/report-calls.ts';
import { useAllSignatures } from '../report/useDeviceReport.ts';
import { WorkSection } from './WorkSection.tsx';

export function WorkSignatures({ intervention }: { intervention: number }) {
  const translate = useTranslate();
  const setting = useSettings(Object.values(SIGNATURE_SETTINGS));
  const { data } = useAllSignatures(intervention);

  const signers = setting
    ? SIGNERS.filter((signer) => setting(SIGNATURE_SETTINGS[signer]) !== SIGNATURE_NOT_USED)
    : [];
  if (signers.length === 0 || !data) return null;
  return (
    <WorkSection title={translate('officina.interventions.work.signatures')}>
      <SignatureList signers={signers} signatures={data} />
    </WorkSection>
  );
}

interface SignatureListProps {
  signers: readonly Signer[];
  signatures: Signature[];
}

/** The signers, each with who signed and when. */
export function SignatureList({ signers, signatures }: SignatureListProps) {
  const translate = useTranslate();
  const zone = usePlantZone();
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {signers.map((signer) => {
        const signature = signatures.find((one) => one.tipo === signer && isSigned(one));
        const by = [
          signature?.isUnsent && translate('officina.interventions.work.unsent'),
          signature?.nome,
          signature?.data_ins && formatInstant(signature.data_ins, zone),
        ];
        return (
          <Box key={signer} component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
            {signature ? <DoneIcon sx={{ color: 'success.main' }} /> : <OpenIcon />}
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {translate(`officina.interventions.detail.signature.${signer}`)}
              <Typography variant="body2" color="textSecondary">
                {signature
                  ? by.filter(Boolean).join(', ')
                  : translate('officina.interventions.work.signs_at_end')}
              </Typography>
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}

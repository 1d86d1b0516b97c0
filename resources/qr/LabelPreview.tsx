/** A preview of the first label. */

import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { SettingOf } from '../../schemas/access.ts';
import { displayOf, type Entity, type Row } from '../../schemas/entity.ts';
import { hasLogos, hasTexts, headerOf, qrText, textsOf } from '../../schemas/qr/code.ts';
import { drawOn } from '../../schemas/qr/drawing.ts';
import type { LabelFormat } from '../../schemas/qr/labels.ts';
import { drawingSvg, svgAddress } from './svg.ts';
import { useCodeSettings } from './useCodeSettings.ts';
import { useLogo } from './useLogo.ts';

interface LabelPreviewProps {
  entity: Entity;
  row: Row | undefined;
  format: LabelFormat;
}

function drawn(entity: Entity, row: Row, format: LabelFormat, setting: SettingOf, logo: string | undefined) {
  const printed = hasLogos(entity, setting) ? logo : undefined;
  const drawing = drawOn(format, {
    texts: hasTexts(entity, setting) ? textsOf(entity, row) : [],
    header: headerOf(entity, setting),
    logo: printed !== undefined,
  });
  return { drawing, svg: drawingSvg(drawing, qrText(entity, row, setting, location.origin), printed) };
}

const MOST_WIDE = 320;
const MOST_HIGH = 300;

export function LabelPreview({ entity, row, format }: LabelPreviewProps) {
  const translate = useTranslate();
  const { setting } = useCodeSettings();
  const stored = useLogo();
  const logo = stored?.isPrinted ? stored.address : undefined;
  const label = useMemo(
    () => (row && setting ? drawn(entity, row, format, setting, logo) : undefined),
    [entity, row, format, setting, logo],
  );
  const { width, height } = format.label;
  const scale = Math.min(MOST_WIDE / width, MOST_HIGH / height);
  const size = { width: width * scale, height: height * scale };
  if (!label) return <Skeleton variant="rectangular" {...size} sx={{ maxWidth: '100%' }} />;
  return (
    <Box component="figure" sx={{ m: 0, maxWidth: '100%' }}>
      <Box
        component="img"
        src={svgAddress(label.svg)}
        alt={translate('officina.qr.sample', { name: displayOf(entity, row!) })}
        {...size}
        sx={{
          display: 'block',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: 1,
          maxWidth: '100%',
          height: 'auto',
        }}
      />
      <Typography component="figcaption" variant="caption" color="textSecondary">
        {translate('officina.qr.preview')}
      </Typography>
    </Box>
  );
}

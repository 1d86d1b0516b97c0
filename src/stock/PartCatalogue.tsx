/** Parts as cards with pictures, which suit touch screens too. */

import ImageIcon from '@mui/icons-material/ImageOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useListContext, useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { GLIMPSE } from '../../resources/files/glimpse.ts';
import { formatDecimal } from '../../resources/format/format.ts';
import { useOpener } from '../../resources/list/dialog.ts';
import { useEntity, useRights } from '../../resources/list/ListData.ts';
import { RowActions } from '../../resources/list/RowActions.tsx';
import { displayOf } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';
import { useCovers } from './covers.ts';
import { useView } from './view.ts';

export function PartCatalogue() {
  const { data = [] } = useListContext();
  const { images, narrow } = useView();
  const covers = useCovers(
    data.map((row) => row.id),
    images,
  );
  return (
    <Box
      component="ul"
      sx={{
        listStyle: 'none',
        m: 0,
        p: narrow ? 0 : 1.5,
        overflow: 'auto',
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fill, minmax(240px, 1fr))' },
      }}
    >
      {data.map((row) => (
        <Box component="li" key={String(row.id)} sx={{ minWidth: 0 }}>
          <PartCard part={row} image={images ? (covers.get(row.id) ?? null) : undefined} />
        </Box>
      ))}
    </Box>
  );
}

/** A card of a part. `image` is null for a part without a picture, undefined if pictures are switched off. */
function PartCard({ part, image }: { part: RowOf<'ricambio'>; image: string | null | undefined }) {
  const entity = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const { open } = useRights().of(part);
  const openerOf = useOpener();
  const unit = part.unita_di_misura ? ` ${part.unita_di_misura}` : '';
  const figure = (name: 'giacenza' | 'disponibile') =>
    `${formatDecimal(Number(part[name] ?? 0), language)}${unit}`;
  return (
    <Card variant="outlined" sx={{ height: '100%', display: 'flex', flexDirection: 'column' }}>
      <CardActionArea
        {...openerOf(open ?? '.')}
        sx={{
          flex: 1,
          display: 'flex',
          flexDirection: { xs: 'row', sm: 'column' },
          alignItems: 'stretch',
          justifyContent: 'flex-start',
        }}
      >
        {image !== undefined && <Picture image={image} name={displayOf(entity, part)} />}
        <Box sx={{ p: 1.5, minWidth: 0, flex: 1 }}>
          <Typography variant="body2" color="textSecondary">
            {String(part.codice)}
          </Typography>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {String(part.descrizione)}
          </Typography>
          <Typography variant="body2" color="textSecondary">
            {String(part.classe ?? '')}
          </Typography>
          <Typography variant="body2" sx={{ mt: 0.5, fontVariantNumeric: 'tabular-nums' }}>
            {translate('officina.stock.in_stock')} <strong>{figure('giacenza')}</strong>
            {part.disponibile !== part.giacenza && (
              <>
                {' · '}
                {translate('officina.stock.available')} <strong>{figure('disponibile')}</strong>
              </>
            )}
          </Typography>
          {part.sotto_scorta === 1 && (
            <Chip size="small" color="warning" label={translate('officina.stock.low')} sx={{ mt: 0.5 }} />
          )}
        </Box>
      </CardActionArea>
      <Box sx={{ px: 0.5, py: 0.75 }}>
        <RowActions row={part} />
      </Box>
    </Card>
  );
}

const PICTURE = { xs: { width: 96, minHeight: 96 }, sm: { width: '100%', height: 168 } };

function Picture({ image, name }: { image: string | null; name: string }) {
  const box = {
    bgcolor: 'action.hover',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: { xs: PICTURE.xs.width, sm: PICTURE.sm.width },
    minHeight: { xs: PICTURE.xs.minHeight, sm: PICTURE.sm.height },
    maxHeight: { sm: PICTURE.sm.height },
  };
  return (
    <Box sx={box}>
      {image ? (
        <Box
          component="img"
          src={image}
          alt={name}
          loading="lazy"
          sx={{
            ...GLIMPSE,
            width: '100%',
            height: { xs: '100%', sm: PICTURE.sm.height },
            objectFit: 'cover',
          }}
        />
      ) : (
        <ImageIcon fontSize="large" color="disabled" aria-hidden />
      )}
    </Box>
  );
}

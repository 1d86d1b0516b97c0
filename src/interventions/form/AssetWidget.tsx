/** The asset field, with the values that the asset's class displays on interventions. */

import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { Fragment } from 'react';
import { useFormScope } from '../../../resources/widgets/form-scope.ts';
import { ReferenceWidget } from '../../../resources/widgets/ReferenceWidget.tsx';
import type { WidgetProps } from '../../../resources/widgets/Widget.ts';
import { numberOf } from '../../../schemas/values.ts';
import { useAsset } from '../calls/form-lookups.ts';
import { useAssetFields } from '../facts/asset-fields.tsx';

export function AssetWidget(props: WidgetProps) {
  const id = numberOf(props.value);
  // A stored intervention already has these values. If they were loaded later, the fields below would move.
  const { stored } = useFormScope();
  const isStored = id === stored.id_oggetto;
  const asset = useAsset(isStored ? undefined : id);
  const assetFields = useAssetFields(id, isStored ? stored.campi_oggetto : asset?.campi);
  return (
    <Box>
      <ReferenceWidget {...props} />
      {assetFields.length > 0 && (
        <Box
          component="dl"
          sx={{ m: 0, mt: 0.5, px: 1.75, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 1.5 }}
        >
          {assetFields.map(({ name, label, value }) => (
            <Fragment key={name}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {label}
              </Typography>
              <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: 'anywhere' }}>
                {value}
              </Typography>
            </Fragment>
          ))}
        </Box>
      )}
    </Box>
  );
}

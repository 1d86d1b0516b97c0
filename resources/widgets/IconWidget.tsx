/** The widget of an icon's class name, with the icon and a link to the list of names. */
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import InputAdornment from '@mui/material/InputAdornment';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'react-admin';
import { CLASS_ICONS, ClassIcon, ICON_LIST } from '../display/class-icons.tsx';
import { BOX, READ_ONLY, type WidgetProps } from './Widget.ts';

export function IconWidget({ id, label, value, onChange, required, readOnly, error, help }: WidgetProps) {
  const translate = useTranslate();
  const name = String(value ?? '');
  return (
    <Box>
      <Autocomplete
        id={id}
        freeSolo
        size="small"
        options={CLASS_ICONS}
        inputValue={name}
        readOnly={readOnly}
        clearText={translate('officina.form.clear')}
        onInputChange={(event, text) => event && onChange(text === '' ? undefined : text)}
        renderOption={({ key, ...item }, option) => (
          <li key={key} {...item}>
            <ClassIcon name={option} fontSize="small" sx={{ mr: 1 }} />
            {option}
          </li>
        )}
        renderInput={(input) => (
          <TextField
            {...input}
            {...BOX}
            sx={readOnly ? READ_ONLY : undefined}
            label={label}
            required={required}
            error={error}
            helperText={help}
            slotProps={{
              ...input.slotProps,
              input: {
                ...input.slotProps.input,
                startAdornment: name && (
                  <InputAdornment position="start">
                    <ClassIcon name={name} titleAccess={translate('officina.form.icon_preview')} />
                  </InputAdornment>
                ),
              },
            }}
          />
        )}
      />
      <Link
        href={ICON_LIST}
        target="_blank"
        rel="noopener"
        variant="body2"
        sx={{ display: 'inline-flex', mt: 0.5, gap: 0.5 }}
      >
        {translate('officina.form.icon_list')} <OpenInNewIcon sx={{ fontSize: 16 }} />
      </Link>
    </Box>
  );
}

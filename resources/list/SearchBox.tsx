/** Searches the list while one types, after a short rest. */
import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useLanguage } from '../House.tsx';
import { useEntity } from './ListData.ts';

const REST_MS = 300;

export function SearchBox() {
  const entity = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const { filterValues, setFilters } = useListContext();
  const asked = String(filterValues.filtro ?? '');
  const [text, setText] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The filter changes elsewhere too: by the chips, by Reset, by Back.
  useEffect(() => setText(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, rest = REST_MS) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setFilters({ ...filterValues, filtro: next || undefined }), rest);
  };
  if (entity.search.length === 0) return null;
  const label = translate('officina.list.search_in', { name: entity.titles[language] });
  return (
    <TextField
      size="small"
      variant="outlined"
      hiddenLabel
      margin="none"
      type="search"
      value={text}
      placeholder={translate('officina.list.search')}
      onChange={(event) => search(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(text, 0)}
      sx={{ flex: '1 1 180px', maxWidth: 360, '& input::-webkit-search-cancel-button': { display: 'none' } }}
      slotProps={{
        htmlInput: { 'aria-label': label },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <SearchIcon fontSize="small" />
            </InputAdornment>
          ),
          endAdornment: text && (
            <IconButton
              size="small"
              aria-label={translate('officina.form.clear')}
              onClick={() => search('', 0)}
            >
              <ClearIcon fontSize="small" />
            </IconButton>
          ),
        },
      }}
    />
  );
}

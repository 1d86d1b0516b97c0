/** A search input that searches during typing, after a short pause. */
import ClearIcon from '@mui/icons-material/Clear';
import SearchIcon from '@mui/icons-material/Search';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import TextField from '@mui/material/TextField';
import { useEffect, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';

const REST_MS = 300;

interface SearchInputProps {
  label: string;
  /** The current search text. Chips, Reset and Back may change it too. */
  text: string;
  onSearch(text: string): void;
  sx?: object;
}

export function SearchInput({ label, text: searched, onSearch, sx }: SearchInputProps) {
  const translate = useTranslate();
  const [text, setText] = useState(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(searched), [searched]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, rest = REST_MS) => {
    setText(next);
    clearTimeout(timer.current);
    const { pathname } = window.location;
    // This page stays visible until the next one is loaded. A late search must not bring the user back.
    timer.current = setTimeout(() => pathname === window.location.pathname && onSearch(next), rest);
  };
  return (
    <TextField
      hiddenLabel
      type="search"
      value={text}
      placeholder={translate('officina.list.search')}
      onChange={(event) => search(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(text, 0)}
      sx={{ '& input::-webkit-search-cancel-button': { display: 'none' }, ...sx }}
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

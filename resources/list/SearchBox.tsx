/** Searches the list during typing. */
import { useListContext, useTranslate } from 'react-admin';
import { useLanguage } from '../context/application.tsx';
import { useEntity } from './ListData.ts';
import { SearchInput } from './SearchInput.tsx';

export function SearchBox() {
  const entity = useEntity();
  const translate = useTranslate();
  const language = useLanguage();
  const { filterValues, setFilters } = useListContext();
  if (entity.search.length === 0) return null;
  return (
    <SearchInput
      label={translate('officina.list.search_in', { name: entity.titles[language] })}
      text={String(filterValues.filtro ?? '')}
      onSearch={(text) => setFilters({ ...filterValues, filtro: text || undefined })}
      sx={{ flex: '1 1 180px', maxWidth: 360 }}
    />
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { call } from '../../dataProvider/http.ts';
import { useApplication, useLanguage } from '../../resources/context/application.tsx';
import { FieldValue } from '../../resources/display/cells.tsx';
import { RecordLink } from '../../resources/display/RecordLink.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { DataTable } from '../../resources/list/DataTable.tsx';
import { Pages } from '../../resources/list/Pages.tsx';
import type { RowOf } from '../../schemas/types.ts';
import { valueIn } from '../../schemas/values.ts';

const PAGE = 30;
const COLUMNS = ['codice', 'descrizione', 'id_oggetto', 'id_stato', 'data_ordine', 'data_fine'];

export function PartInterventions({ idPart }: { idPart: number }) {
  const translate = useTranslate();
  const language = useLanguage();
  const entity = useApplication().byName.entity('intervention');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['ricambio', 'interventions', idPart, page],
    queryFn: () => call<RowOf<'odl'>[]>('/odl/', { query: { idRicambio: idPart, pag: page } }),
    placeholderData: keepPreviousData,
  });
  if (replacesData(error, data)) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading height={160} />;
  return (
    <>
      <DataTable<RowOf<'odl'>>
        label={translate('officina.part.tab.interventions')}
        rows={data.data}
        keyOf={(row) => row.id}
        hint={translate('officina.stock.no_interventions')}
        columns={COLUMNS.flatMap((name) => entity.field(name) ?? []).map((field) => ({
          key: field.name,
          label: field.title[language],
          value: (row) => {
            const value = (
              <FieldValue entity={entity} field={field} value={valueIn(row, field.name)} row={row} />
            );
            if (field.name !== 'codice') return value;
            return (
              <RecordLink entity={entity} id={row.id}>
                {value}
              </RecordLink>
            );
          },
        }))}
      />
      <Pages page={page} perPage={PAGE} total={data.tot ?? 0} onPage={setPage} />
    </>
  );
}

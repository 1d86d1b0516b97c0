/** The list on a phone: one card per row, with its name first and the rest as label and value. */
import Typography from '@mui/material/Typography';
import { memo, type ReactNode, useDeferredValue, useMemo } from 'react';
import { useListContext } from 'react-admin';
import { displayColumns, displayOf, type Entity, type Field, type Row } from '../../schemas/entity.ts';
import { useLanguage } from '../context/application.tsx';
import { FieldValue } from '../display/cells.tsx';
import { type Place, useOpener } from './dialog.ts';
import { GroupHeading, groupsOf } from './GroupedBody.tsx';
import { useEntity, useRights } from './ListData.ts';
import { type Column, columnsAtFirst, isSilent } from './list-columns.ts';
import { RowActions } from './RowActions.tsx';
import { RowMenuButton } from './RowMenu.tsx';
import { type RowSlots, useRowSlots } from './row-slots.ts';
import './cards.css';

type EntityCardsProps = Pick<RowSlots, 'actions'>;

/** More cards than a phone shows at once. The others are drawn after them, without delaying a tap. */
const AT_FIRST = 6;

export function EntityCards(slots: EntityCardsProps) {
  const { actions } = { ...useRowSlots(), ...slots };
  const entity = useEntity();
  const { data = [] } = useListContext();
  const count = useDeferredValue(data.length, AT_FIRST);
  const rows = count < data.length ? data.slice(0, count) : data;
  const groups = entity.group ? groupsOf(rows, entity.group) : [{ value: '', rows }];
  return (
    <div className="record-cards">
      {groups.map((group) => (
        <div key={String(group.value)} className="record-cards">
          {entity.group && (
            <Typography component="h2" variant="subtitle2" color="textSecondary" sx={{ mt: 1 }}>
              <GroupHeading rows={group.rows} />
            </Typography>
          )}
          {group.rows.map((row) => (
            <RowCard key={String(row[entity.id])} row={row} actions={actions} />
          ))}
        </div>
      ))}
    </div>
  );
}

/**
 * Returns the title and the other columns of a card: the record's name, or the first column on the page of
 * another row.
 */
function partsOf(entity: Entity): { name?: Field; columns: Column[] } {
  const all = columnsAtFirst(entity);
  if (entity.master || entity.below) return { name: all[0]?.field, columns: all.slice(1) };
  const named = displayColumns(entity.display);
  return {
    columns: all.filter(({ field, source }) => !named.includes(field.name) && !named.includes(source)),
  };
}

const RowCard = memo(function RowCard({ row, actions }: EntityCardsProps & { row: Row }) {
  const language = useLanguage();
  const entity = useEntity();
  const { open } = useRights().of(row);
  const { mark } = useRowSlots();
  const { name, columns } = useMemo(() => partsOf(entity), [entity]);
  const called = name ? (
    <FieldValue entity={entity} field={name} value={row[name.name]} row={row} />
  ) : (
    displayOf(entity, row, language)
  );
  return (
    <div className="record-card">
      <div className={open ? 'record-card-content record-card-opens' : 'record-card-content'}>
        <p className="record-card-name">
          {mark?.(row)}
          {open ? <Opening place={open}>{called}</Opening> : called}
        </p>
        <dl className="record-card-values">
          {columns.map((column) => (
            <CardLine key={column.source} column={column} row={row} />
          ))}
        </dl>
      </div>
      {actions !== null && (
        <div className="record-card-actions">
          {actions ? (
            actions(row)
          ) : entity.hierarchy ? (
            <RowMenuButton entity={entity} row={row} />
          ) : (
            <RowActions row={row} />
          )}
        </div>
      )}
    </div>
  );
});

/** The name of the card is the link, and its area covers the card. */
function Opening({ place, children }: { place: Place; children: ReactNode }) {
  const { component: Opener, ...opens } = useOpener()(place);
  return (
    <Opener {...opens} className="record-card-link">
      {children}
    </Opener>
  );
}

function CardLine({ column: { field }, row }: { column: Column; row: Row }) {
  const entity = useEntity();
  const language = useLanguage();
  const cell = useRowSlots().cells?.[field.name];
  const value = row[field.name];
  if (isSilent(field, value)) return null;
  return (
    <>
      <dt>{field.title[language]}</dt>
      <dd>{cell?.(row) ?? <FieldValue entity={entity} field={field} value={value} row={row} />}</dd>
    </>
  );
}

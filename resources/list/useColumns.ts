/** Which columns a list shows and in which order, kept for each person; they may be moved, hidden and arranged at once. */
import { useStore } from 'react-admin';
import { type Column, columnPlace, columnsOf, hiddenAtFirst, namingColumn } from './columns.ts';
import { useEntity, useRights } from './ListData.ts';

/** react-admin's table reads the hidden sources and the ranks of its columns from these places of the store. */
export function useColumns() {
  const entity = useEntity();
  const place = columnPlace(entity);
  const [hidden, setHidden] = useStore<string[]>(place, hiddenAtFirst(entity));
  const [ranks, setRanks] = useStore<number[] | undefined>(`${place}_columnRanks`);
  const columns = columnsOf(entity);
  // The boxes that select rows are a column too, the first, and stay there.
  const first = useRights().canDelete ? 1 : 0;
  const own = (ranks ?? [])
    .map((rank) => rank - first)
    .filter((index) => index >= 0 && index < columns.length);
  const order = [...new Set([...own, ...columns.keys()])];
  const rank = (indexes: number[]) =>
    setRanks([...Array(first).keys(), ...indexes.map((index) => index + first)]);
  const shown = order.map((index) => columns[index]!.source).filter((source) => !hidden.includes(source));
  return {
    columns: order.map((index) => columns[index]!),
    /** The sources as the person has arranged them; undefined for who has not. */
    arranged: ranks || hidden.join() !== hiddenAtFirst(entity).join() ? shown : undefined,
    /** The one that leads to the rows, among those that are shown. */
    naming: namingColumn(
      entity,
      order.map((index) => columns[index]!).filter(({ source }) => !hidden.includes(source)),
    ),
    isShown: ({ source }: Column) => !hidden.includes(source),
    show: ({ source }: Column, visible: boolean) =>
      setHidden(visible ? hidden.filter((one) => one !== source) : [...hidden, source]),
    move: (from: number, to: number) => rank(order.toSpliced(from, 1).toSpliced(to, 0, order[from]!)),
    /** These and no others, in this order, as far as they are there. */
    arrange(sources: string[]) {
      const indexes = sources.map((source) => columns.findIndex((column) => column.source === source));
      rank([...new Set([...indexes.filter((index) => index >= 0), ...columns.keys()])]);
      setHidden(columns.map(({ source }) => source).filter((source) => !sources.includes(source)));
    },
    reset() {
      setHidden(hiddenAtFirst(entity));
      setRanks(undefined);
    },
  };
}

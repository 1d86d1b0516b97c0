/** The recommended spare parts of an asset. */

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type Identifier, useDataProvider, useTranslate } from 'react-admin';
import type { OfficinaProvider } from '../../dataProvider/provider.ts';
import EmbeddedList from '../../resources/detail/EmbeddedList.tsx';
import { Unlink } from '../../resources/detail/LinkedList.tsx';
import { useAttempt } from '../../resources/feedback/toasts.ts';
import type { Entity } from '../../schemas/entity.ts';
import type { RowOf } from '../../schemas/types.ts';

const ASSETS = 'oggetto';
export const RECOMMENDED = 'ricambi-consigliati';

/** Returns functions that add and remove recommended parts. Each returns whether it succeeded. */
export function useRecommending(asset: Identifier) {
  const provider = useDataProvider<OfficinaProvider>();
  const client = useQueryClient();
  const attempt = useAttempt();
  const place = { id: asset, path: RECOMMENDED };
  const write = (act: () => Promise<void>): Promise<boolean> =>
    attempt(act).finally(() =>
      Promise.all(['ricambio', ASSETS].map((resource) => client.invalidateQueries({ queryKey: [resource] }))),
    );
  return {
    add: (part: number) => write(() => provider.addChild(ASSETS, place, { id_ricambio: part })),
    remove: (part: Identifier) => write(() => provider.removeChild(ASSETS, place, part)),
  };
}

interface RecommendedProps {
  asset: RowOf<'oggetto'>;
  parts: Entity;
  changes: boolean;
  /** The button that is displayed while the list is empty. */
  add: ReactNode;
}

export function Recommended({ asset, parts, changes, add }: RecommendedProps) {
  const translate = useTranslate();
  const id = asset.id;
  const filter = useMemo(() => ({ idOggettoForConsigliati: id }), [id]);
  const { remove } = useRecommending(id);
  return (
    <EmbeddedList
      entity={parts}
      filter={filter}
      actions={changes ? (row) => <Unlink linked={parts} row={row} onUnlink={remove} /> : undefined}
      hint={translate(changes ? 'officina.assets.no_recommended_add' : 'officina.assets.no_recommended')}
      next={add}
    />
  );
}

/** The draft of a page, and the texts that are typed on it. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { TypedText } from '../../dataProvider/device.ts';
import { drafts } from '../../dataProvider/drafts.ts';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useApplication } from '../context/application.tsx';
import { PageDraft } from './page-draft.ts';

/** Returns false until the drafts of the device have been read. */
export const useDraftsRead = (): boolean => useSyncExternalStore(drafts.subscribe, drafts.isRead);

export function usePageDraft(entity: Entity, id: number): PageDraft {
  const user = useApplication().person?.id;
  const isRead = useDraftsRead();
  const { name, resource } = entity;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft begins with what the device has.
  const draft = useMemo(
    () => PageDraft.of(user, { place: `${resource}/${id}/page`, entity: name }),
    [user, resource, id, name, isRead],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => draft.show(), [draft, isRead]);
  return draft;
}

/** A text that is typed on a page of a record. It is undefined if the user types nothing. */
export interface TextTyping {
  typed: TypedText | undefined;
  type(text: TypedText | undefined): void;
}

export function useTypedText(draft: PageDraft, name: string, record: Row): TextTyping {
  const typed = useSyncExternalStore(draft.subscribe, () => draft.text(name));
  return { typed, type: (text) => draft.write(name, text, record) };
}

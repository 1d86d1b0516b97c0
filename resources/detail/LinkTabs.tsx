/** The linked rows of a record (x-children with tab), in tabs next to its form. The form keeps what the user types. */
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Identifier } from 'react-admin';
import type { Entity } from '../../schemas/entity.ts';
import { useApplication, useLanguage } from '../context/application.tsx';
import { ListSkeleton } from '../list/ListSkeleton.tsx';
import type { DetailTab } from './record-tabs.ts';
import { TabStrip } from './TabStrip.tsx';

const LinkedList = lazy(() => import('./LinkedList.tsx'));

export function useLinkTabs(entity: Entity, id: Identifier, readOnly: boolean): DetailTab[] {
  const language = useLanguage();
  const { byName } = useApplication();
  const links = entity.children.filter((child) => child.tab && byName.has(child.entity));
  return links.map((child) => ({
    key: child.path,
    label: byName.entity(child.entity).titles[language],
    element: (
      <Suspense fallback={<ListSkeleton />}>
        <LinkedList key={child.path} entity={entity} id={id} child={child} readOnly={readOnly} />
      </Suspense>
    ),
  }));
}

interface FormTabsProps {
  /** The tabs. The first is the form, which stays mounted while another tab is open. */
  tabs: DetailTab[];
  tab: DetailTab;
  onOpen(key: string): void;
}

export function FormTabs({ tabs, tab, onOpen }: FormTabsProps): ReactNode {
  const [form] = tabs;
  if (!form || tabs.length === 1) return form?.element;
  return (
    <>
      <TabStrip tabs={tabs} tab={tab} onOpen={onOpen} />
      <Box role="tabpanel" aria-label={form.label} hidden={tab !== form}>
        {form.element}
      </Box>
      {tab !== form && (
        <Box role="tabpanel" aria-label={tab.label}>
          {tab.element}
        </Box>
      )}
    </>
  );
}

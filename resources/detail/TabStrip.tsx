/** The strip of a record's tabs. */
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import type { DetailTab } from './record-tabs.ts';

interface TabStripProps {
  tabs: DetailTab[];
  tab: DetailTab;
  onOpen(key: string): void;
  /** The id of the panel that all tabs share. */
  panel?: string;
}

/** Scrolls to the open tab when it is opened. Otherwise the strip stays where the user left it. */
function useScrolled(key: string): RefObject<HTMLDivElement | null> {
  const strip = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another open tab moves the strip.
  useEffect(() => {
    const open = strip.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!strip.current || !open) return;
    const { scrollLeft, clientWidth } = strip.current;
    const end = open.offsetLeft + open.offsetWidth - clientWidth;
    strip.current.scrollLeft = Math.min(open.offsetLeft, Math.max(scrollLeft, end));
  }, [key]);
  return strip;
}

/**
 * Replaces MUI's scrollable tabs, which scroll back to the open tab whenever a count changes. The tab that the user
 * is about to press would then move away.
 */
export function TabStrip({ tabs, tab, onOpen, panel }: TabStripProps) {
  const translate = useTranslate();
  const strip = useScrolled(tab.key);
  return (
    <Box
      ref={strip}
      sx={{
        position: 'relative',
        overflowX: 'auto',
        scrollbarWidth: 'thin',
        mb: 2,
        borderBottom: '1px solid',
        borderColor: 'divider',
      }}
    >
      <Tabs
        value={tab.key}
        onChange={(_event, key) => onOpen(key)}
        aria-label={translate('officina.detail.tabs')}
        sx={{ width: 'max-content' }}
      >
        {tabs.map(({ key, label, count }) => (
          <Tab
            key={key}
            value={key}
            id={panel && `tab-${key}`}
            aria-controls={panel}
            label={count ? `${label} (${count})` : label}
          />
        ))}
      </Tabs>
    </Box>
  );
}

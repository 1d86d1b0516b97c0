import ListIcon from '@mui/icons-material/FormatListBulleted';
import SearchIcon from '@mui/icons-material/Search';
import Dialog from '@mui/material/Dialog';
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../resources/context/application.tsx';
import { EntityIcon } from '../../resources/display/icons.tsx';
import { type Destination, DestinationIcon, fitting, useDestinations } from './destinations.tsx';
import type { PageRoute } from './screens.ts';
import { type RecordGroup, type RecordHit, useFoundRecords } from './useFoundRecords.ts';
import './palette.css';

interface Option {
  key: string;
  content: ReactNode;
  open(): void;
}

interface Group {
  key: string;
  /** Without a title, the options come first without a heading. */
  title?: string;
  options: Option[];
}

export function Palette({ routes, onClose }: { routes: PageRoute[]; onClose: () => void }) {
  const translate = useTranslate();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { groups, waits, fails, waitsAt } = useGroups(routes, typed, onClose);
  const options = groups.flatMap((group) => group.options);
  const { chosen, at, goTo, reset } = useSelected(options);
  const isThere = options.length > 0;
  const enter = useEnter(typed, waitsAt(at, chosen), options[at]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && isThere) {
      event.preventDefault();
      goTo((at + step + options.length) % options.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      enter();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: { 'aria-label': translate('officina.palette.title'), className: 'palette' },
      }}
    >
      <div className="palette-box">
        <SearchIcon aria-hidden />
        <input
          autoFocus
          role="combobox"
          aria-expanded={isThere}
          aria-controls={isThere ? `${id}-list` : undefined}
          aria-activedescendant={options[at] && `${id}-${at}`}
          aria-label={translate('officina.palette.title')}
          placeholder={translate('officina.palette.placeholder')}
          value={typed}
          spellCheck={false}
          enterKeyHint="go"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value);
            reset();
          }}
        />
      </div>
      {isThere && <Options id={id} groups={groups} at={at} onPoint={goTo} />}
      <p className="palette-none" role="status">
        {!isThere && !waits && !fails && translate('officina.palette.none')}
        {fails && translate('officina.palette.failed')}
      </p>
      <p className="palette-hint">{translate('officina.palette.hint')}</p>
    </Dialog>
  );
}

/** Returns the selected option and its place. Later results do not move the selection. */
function useSelected(options: Option[]) {
  const [chosen, setChosen] = useState<string>();
  const at = options.findIndex(({ key }) => key === chosen);
  return {
    chosen,
    at: Math.max(at, 0),
    goTo: (index: number) => setChosen(options[index]?.key),
    reset: () => setChosen(undefined),
  };
}

/**
 * Returns a function that opens the selected option. If the results of the latest text are pending, it waits for
 * them.
 */
function useEnter(typed: string, waits: boolean, chosen: Option | undefined): () => void {
  const [pending, setPending] = useState<string>();
  const isDue = pending !== undefined && pending === typed && !waits;
  useEffect(() => {
    if (!isDue) return;
    setPending(undefined);
    chosen?.open();
  }, [isDue, chosen]);
  return () => setPending(typed);
}

/** Returns pages first, then records. */
function useGroups(routes: PageRoute[], typed: string, onClose: () => void) {
  const translate = useTranslate();
  const language = useLanguage();
  const navigate = useNavigate();
  const destinations = useDestinations(routes);
  const deferred = useDeferredValue(typed);
  const screens = useMemo(() => fitting(destinations, deferred), [destinations, deferred]);
  const records = useFoundRecords(typed);
  const leave = (path: string, act?: () => void) => () => {
    onClose();
    if (act) act();
    else navigate(path);
  };
  const groups: Group[] = [
    {
      key: 'screens',
      options: screens.map((screen) => screenOption(screen, leave(screen.path, screen.act))),
    },
    ...records.groups.map((group) => ({
      key: group.entity.name,
      title: group.entity.titles[language],
      options: [
        ...group.hits.map((hit) => hitOption(group, hit, leave(hit.path))),
        ...(group.more
          ? [moreOption(group.more, translate('officina.palette.more'), leave(group.more))]
          : []),
      ],
    })),
  ];
  return {
    groups: groups.filter(({ options }) => options.length > 0),
    waits: records.waits || deferred !== typed,
    /** Pages and options that the user selected open without waiting for the remaining records. */
    waitsAt: (index: number, chosen?: string): boolean =>
      deferred !== typed || (index >= screens.length && records.waits && chosen === undefined),
    fails: records.fails,
  };
}

const screenOption = (screen: Destination, open: () => void): Option => ({
  key: screen.path,
  open,
  content: (
    <>
      <DestinationIcon destination={screen} />
      <span>{screen.label}</span>
      <span className="palette-where">{screen.where}</span>
    </>
  ),
});

const hitOption = (
  { entity }: RecordGroup,
  { path, code, text, fact }: RecordHit,
  open: () => void,
): Option => ({
  key: path,
  open,
  content: (
    <>
      <EntityIcon name={entity.icon} fontSize="small" />
      {code && <span className="palette-code">{code}</span>}
      <span className="palette-words">{text}</span>
      <span className="palette-where">{fact}</span>
    </>
  ),
});

const moreOption = (path: string, words: string, open: () => void): Option => ({
  key: path,
  open,
  content: (
    <>
      <ListIcon fontSize="small" aria-hidden />
      <span>{words}</span>
    </>
  ),
});

interface OptionsProps {
  id: string;
  groups: Group[];
  at: number;
  onPoint: (index: number) => void;
}

function Options({ id, groups, at, onPoint }: OptionsProps) {
  const translate = useTranslate();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  let index = -1;
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={translate('officina.palette.title')}
      className="palette-list"
    >
      {groups.map(({ key, title, options }) => {
        const lines = options.map((option) => {
          index += 1;
          const optionIndex = index;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input above has the focus and handles the keys.
            <div
              key={option.key}
              id={`${id}-${optionIndex}`}
              role="option"
              tabIndex={-1}
              aria-selected={optionIndex === at}
              className="palette-option"
              onMouseMove={() => onPoint(optionIndex)}
              onClick={option.open}
            >
              {option.content}
            </div>
          );
        });
        if (!title) return lines;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a group of options in a listbox, not of fields.
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <div id={`${id}-${key}`} role="presentation" className="palette-group">
              {title}
            </div>
            {lines}
          </div>
        );
      })}
    </div>
  );
}

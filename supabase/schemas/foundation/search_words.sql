-- Search text: words without accents, and the tokens that the indexes of searches hold.

create function private.search_words(input text) returns text[]
language sql immutable parallel safe
return array_remove(regexp_split_to_array(
  replace(replace(replace(replace(translate(
    lower(regexp_replace(
      normalize(input, nfkd),
      '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
        '\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a'
        '\ufe20-\ufe2f]',
      '', 'g') collate pg_catalog.pg_c_utf8),
    'øðđłħıŋς', 'oddlhinσ'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') collate pg_catalog.pg_c_utf8,
  '[^[:alnum:]]+'), '');
comment on function private.search_words is
  'Splits a text into folded words, as normalizeText in src/domain/search-text.ts: '
  'lower case without accents, only letters and digits.';

create function private.search_line(input text) returns text
language sql immutable parallel safe
return ' ' || array_to_string(private.search_words(input), ' ') || ' ';
comment on function private.search_line is 'Returns the words of a field with a space before and after each.';

create function private.has_word(input text, part text) returns boolean
language sql immutable parallel safe
return case
  -- Fast path: most texts are ASCII, whose folding costs a tenth of that of any text.
  when octet_length(input) = length(input) then
    case
      when part like ' %' then (' ' || lower(input collate "C")) ~ ('[^a-z0-9]' || substr(part, 2))
      else strpos(lower(input collate "C"), part) > 0
    end
  else private.search_line(input) like '%' || part || '%'
end;
comment on function private.has_word is
  'Returns whether private.search_line of a text contains a folded '
  'word, or the beginning of one if "part" starts with a space.';

create function private.search_digits(input text) returns text
language sql immutable parallel safe
return regexp_replace(regexp_replace(input, '\D', '', 'g'), '^00', '');
comment on function private.search_digits is 'Returns the digits of a phone number, without a leading 00.';

create function private.compact_voucher_number(input text) returns text
language sql immutable parallel safe
return regexp_replace(input, '[^[:alnum:]]', '', 'g');
comment on function private.compact_voucher_number is 'Returns a voucher number without separators.';

create function private.search_text(variadic texts text[]) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- Each word once, in the order of the text, and limited, so that a long note does not bloat the index.
  return (
    select left(coalesce(' ' || string_agg(word, ' ' order by ordinal) || ' ', ' '), 4000)
    from (
      select word, min(ordinal) as ordinal
      from unnest(private.search_words(array_to_string(texts, ' '))) with ordinality as search_word (word, ordinal)
      group by word
    ) as words);
end
$$;
comment on function private.search_text is
  'Returns the search text of a booking: each word once, with a space before and after.';

create function private.search_tokens(company uuid, words text) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  bytes constant bytea := convert_to(words, 'UTF8');
  -- Hashing with the company's id keeps companies apart in one
  -- index. A collision only costs an additional look at the text.
  key constant integer := ('x' || substr(company::text, 1, 8))::bit(32)::integer;
begin
  return (
    select coalesce(array_agg((
      get_byte(bytes, at) << 16 | get_byte(bytes, at + 1) << 8 | get_byte(bytes, at + 2)) # key), '{}')
    from generate_series(0, octet_length(bytes) - 3) as at
    where get_byte(bytes, at + 1) <> 32 and get_byte(bytes, at + 2) <> 32);
end
$$;
comment on function private.search_tokens is
  'Returns the trigrams of bytes of private.search_text as integers per company: those inside a word, and a word''s '
  'first two bytes after the space. Works without an extension.';

create function private.facet_tokens(company uuid, facets text[]) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select hashtext(company::text || facet) from unnest(facets) as facet);
end
$$;
comment on function private.facet_tokens is
  'Returns a company''s facets as integers for the index of '
  'tokens. A collision only costs an additional look at the row.';

create function private.index_tokens(company uuid, words text, facets text[]) returns integer[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return private.search_tokens(company, words) || private.facet_tokens(company, facets);
end
$$;
comment on function private.index_tokens is
  'Returns all tokens of a booking in the GIN index: its words and its facets.';

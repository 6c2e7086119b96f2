// Copyright 2026 CrowdAvoidance contributors. SPDX-License-Identifier: MIT
//
// The byte layout is described in Docs/Recording.md. Sizes in a file are never believed: each is checked against the size of
// the file before anything is allocated, so that a hostile recording costs no more memory than it has bytes.

#include "CrowdCore/CrowdRecording.h"

#include "CrowdCore/CrowdFile.h"
#include "Files/Checksum.h"
#include "Files/PathError.h"

#include <bit>
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <system_error>
#include <vector>

namespace CrowdAvoidance
{
namespace
{
static_assert(
	std::endian::native == std::endian::little, "Recordings are little-endian and written straight from memory.");

constexpr char StartMagic[8] = {'C', 'R', 'O', 'W', 'D', 'R', 'E', 'C'};
constexpr char EndMagic[8] = {'C', 'R', 'O', 'W', 'D', 'E', 'N', 'D'};
constexpr uint32_t FormatVersion = 1;
constexpr float RecordingMaxDt = 10.0f;

struct FileHeader
{
	char Magic[8];
	uint32_t Version;
	float Dt;
	uint64_t SetupSize;
};

struct FrameHeader
{
	uint64_t StateHash;
	uint32_t Frame;
	uint32_t AgentCount;
};

struct FileFooter
{
	uint64_t IndexOffset;
	uint64_t FrameCount;
	uint64_t Checksum;
	char Magic[8];
};

static_assert(sizeof(FileHeader) == 24 && sizeof(FrameHeader) == 16 && sizeof(FileFooter) == 32);
static_assert(sizeof(RecordedAgent) == 20, "Agents are written straight from memory.");

constexpr uint64_t ChecksumSize = sizeof(uint64_t);
constexpr uint64_t SmallestFrame = sizeof(FrameHeader) + ChecksumSize;

/// Start values, so that one part of a file cannot pass for another; a frame's is its number.
constexpr uint64_t HeaderSeed = 0xc0de0001ull << 32;
constexpr uint64_t IndexSeed = 0xc0de0002ull << 32;

template <typename T>
std::span<const std::byte> BytesOf(const T& Value)
{
	return std::as_bytes(std::span(&Value, 1));
}

bool SeekTo(std::FILE* File, uint64_t Offset)
{
#if defined(_WIN32)
	return _fseeki64(File, static_cast<long long>(Offset), SEEK_SET) == 0;
#else
	return fseeko(File, static_cast<off_t>(Offset), SEEK_SET) == 0;
#endif
}

bool IsFinite(const RecordedAgent& Agent)
{
	return std::isfinite(Agent.Position.X) && std::isfinite(Agent.Position.Y) && std::isfinite(Agent.Velocity.X) &&
		std::isfinite(Agent.Velocity.Y);
}
}

// ------------------------------------------------------------------------------------------------------------- writer

struct RecordingWriter::Impl
{
	FileWriter File;
	uint64_t Offset = 0;
	std::vector<uint64_t> FrameOffsets;
	std::vector<RecordedAgent> Agents;
	std::vector<int32_t> Slots;

	/// One after the other, up to the first that fails.
	Result<void> Write(std::initializer_list<std::span<const std::byte>> Parts)
	{
		for (const std::span<const std::byte> Part : Parts)
		{
			Offset += Part.size();
			if (const Result<void> Written = File.Write(Part.data(), Part.size()); !Written)
			{
				return Written;
			}
		}
		return {};
	}
};

RecordingWriter::RecordingWriter() : State(std::make_unique<Impl>()) {}
RecordingWriter::~RecordingWriter() = default;

Result<void> RecordingWriter::Open(const char* Path, std::string_view SetupText, float Dt)
{
	State = std::make_unique<Impl>();
	if (!(Dt > 0.0f && Dt <= RecordingMaxDt))
	{
		return Error::Format("recording: Dt is %g, must be above 0 and at most %g", static_cast<double>(Dt),
			static_cast<double>(RecordingMaxDt));
	}
	if (const Result<void> Opened = State->File.Open(Path); !Opened)
	{
		return Opened;
	}

	FileHeader Header{};
	std::memcpy(Header.Magic, StartMagic, sizeof(StartMagic));
	Header.Version = FormatVersion;
	Header.Dt = Dt;
	Header.SetupSize = SetupText.size();
	const uint64_t Sum = Checksum(Checksum(HeaderSeed, &Header, sizeof(Header)), SetupText.data(), SetupText.size());
	return State->Write({BytesOf(Header), std::as_bytes(std::span(SetupText)), BytesOf(Sum)});
}

Result<void> RecordingWriter::AddFrame(const World& World)
{
	if (!State->File.IsOpen())
	{
		return Error::Format("recording: AddFrame without a successful Open");
	}
	if (State->FrameOffsets.size() >= INT_MAX)
	{
		State = std::make_unique<Impl>();
		return Error::Format("recording: it has %d frames already, which is as many as there can be", INT_MAX);
	}

	// Ascending handles, by scattering: handles are dense and a sort would cost more than the step.
	const AgentsView View = World.Agents();
	uint32_t SlotCount = 0;
	for (int Index = 0; Index < View.Count; ++Index)
	{
		SlotCount = View.HandleIndex[Index] >= SlotCount ? View.HandleIndex[Index] + 1 : SlotCount;
	}
	State->Slots.assign(SlotCount, -1);
	for (int Index = 0; Index < View.Count; ++Index)
	{
		State->Slots[View.HandleIndex[Index]] = Index;
	}
	State->Agents.clear();
	State->Agents.reserve(static_cast<size_t>(View.Count));
	for (const int32_t Index : State->Slots)
	{
		if (Index >= 0)
		{
			State->Agents.push_back({View.HandleIndex[Index], {View.PositionX[Index], View.PositionY[Index]},
				{View.VelocityX[Index], View.VelocityY[Index]}});
		}
	}

	FrameHeader Header{};
	Header.StateHash = World.StateHash();
	Header.Frame = static_cast<uint32_t>(State->FrameOffsets.size());
	Header.AgentCount = static_cast<uint32_t>(State->Agents.size());
	const std::span<const std::byte> Agents = std::as_bytes(std::span(State->Agents));
	const uint64_t Sum = Checksum(Checksum(Header.Frame, &Header, sizeof(Header)), Agents.data(), Agents.size());
	State->FrameOffsets.push_back(State->Offset);
	return State->Write({BytesOf(Header), Agents, BytesOf(Sum)});
}

Result<void> RecordingWriter::Close()
{
	if (!State->File.IsOpen())
	{
		return Error::Format("recording: Close without a successful Open");
	}
	FileFooter Footer{};
	Footer.IndexOffset = State->Offset;
	Footer.FrameCount = State->FrameOffsets.size();
	std::memcpy(Footer.Magic, EndMagic, sizeof(EndMagic));
	const std::span<const std::byte> Index = std::as_bytes(std::span(State->FrameOffsets));
	Footer.Checksum =
		Checksum(Checksum(IndexSeed, Index.data(), Index.size()), &Footer, offsetof(FileFooter, Checksum));
	if (const Result<void> Written = State->Write({Index, BytesOf(Footer)}); !Written)
	{
		return Written;
	}
	return State->File.Commit();
}

// ------------------------------------------------------------------------------------------------------------- reader

struct RecordingReader::Impl
{
	std::string Name; ///< What messages call the recording.
	std::FILE* File = nullptr;
	uint64_t Size = 0;
	std::string Setup;
	float Dt = 0.0f;
	std::vector<uint64_t> FrameOffsets; ///< One more than there are frames: the last is where the index starts.
	std::vector<RecordedAgent> Agents;

	~Impl()
	{
		if (File)
		{
			std::fclose(File);
		}
	}

	bool Read(uint64_t Offset, void* Target, uint64_t Count)
	{
		if (Count > Size || Offset > Size - Count)
		{
			return false;
		}
		if (Count == 0)
		{
			return true;
		}
		errno = 0;
		return SeekTo(File, Offset) && std::fread(Target, 1, Count, File) == Count;
	}

	Error Damaged(const char* Where, uint64_t Offset, const char* What) const
	{
		return Error::Format(
			"'%s': %s at byte %llu: %s", ShortPath(Name).c_str(), Where, static_cast<unsigned long long>(Offset), What);
	}

	Result<void> ReadHeader(uint64_t& FirstFrame)
	{
		FileHeader Header{};
		if (Size < sizeof(Header) + ChecksumSize + sizeof(FileFooter))
		{
			return Damaged("end of file", Size, "too short for a recording");
		}
		if (!Read(0, &Header, sizeof(Header)))
		{
			return PathError("read", Name, errno);
		}
		if (std::memcmp(Header.Magic, StartMagic, sizeof(StartMagic)) != 0)
		{
			return Damaged("header", 0, "not a recording (the first bytes are not CROWDREC)");
		}
		if (Header.Version != FormatVersion)
		{
			return Error::Format("'%s': header at byte 8: format version %u, this program reads version %u",
				ShortPath(Name).c_str(), Header.Version, FormatVersion);
		}
		if (Header.SetupSize > Size - sizeof(Header) - ChecksumSize - sizeof(FileFooter))
		{
			return Damaged("header", offsetof(FileHeader, SetupSize), "the set-up text is longer than the file");
		}
		Setup.resize(Header.SetupSize);
		uint64_t Sum = 0;
		if (!Read(sizeof(Header), Setup.data(), Header.SetupSize) ||
			!Read(sizeof(Header) + Header.SetupSize, &Sum, sizeof(Sum)))
		{
			return PathError("read", Name, errno);
		}
		if (Sum != Checksum(Checksum(HeaderSeed, &Header, sizeof(Header)), Setup.data(), Setup.size()))
		{
			return Damaged("header", 0, "checksum does not match (the file is damaged)");
		}
		if (!(Header.Dt > 0.0f && Header.Dt <= RecordingMaxDt))
		{
			return Damaged("header", offsetof(FileHeader, Dt), "the time step is not above 0 and at most 10");
		}
		Dt = Header.Dt;
		FirstFrame = sizeof(Header) + Header.SetupSize + ChecksumSize;
		return {};
	}

	Result<void> ReadIndex(uint64_t FirstFrame)
	{
		const uint64_t FooterOffset = Size - sizeof(FileFooter);
		FileFooter Footer{};
		if (!Read(FooterOffset, &Footer, sizeof(Footer)))
		{
			return PathError("read", Name, errno);
		}
		if (std::memcmp(Footer.Magic, EndMagic, sizeof(EndMagic)) != 0)
		{
			return Damaged("footer", FooterOffset, "no CROWDEND mark (the file is cut off or damaged)");
		}
		const uint64_t MostFrames = (FooterOffset - FirstFrame) / (SmallestFrame + sizeof(uint64_t));
		if (Footer.FrameCount > MostFrames || Footer.FrameCount > INT_MAX)
		{
			return Damaged("footer", FooterOffset, "more frames than the file has room for");
		}
		const uint64_t IndexBytes = Footer.FrameCount * sizeof(uint64_t);
		if (Footer.IndexOffset != FooterOffset - IndexBytes)
		{
			return Damaged("footer", FooterOffset, "the index is not where the number of frames puts it");
		}
		FrameOffsets.resize(Footer.FrameCount + 1);
		if (!Read(Footer.IndexOffset, FrameOffsets.data(), IndexBytes))
		{
			return PathError("read", Name, errno);
		}
		FrameOffsets.back() = Footer.IndexOffset;
		if (Footer.Checksum !=
			Checksum(Checksum(IndexSeed, FrameOffsets.data(), IndexBytes), &Footer, offsetof(FileFooter, Checksum)))
		{
			return Damaged("index", Footer.IndexOffset, "checksum does not match (the file is damaged)");
		}

		// Frames lie one behind the other without gaps, so the index alone fixes how many agents each has room for.
		bool bOrdered = FrameOffsets.front() == FirstFrame;
		for (size_t Frame = 0; bOrdered && Frame < Footer.FrameCount; ++Frame)
		{
			const uint64_t Begin = FrameOffsets[Frame];
			const uint64_t End = FrameOffsets[Frame + 1];
			bOrdered = End >= Begin && End - Begin >= SmallestFrame &&
				(End - Begin - SmallestFrame) % sizeof(RecordedAgent) == 0;
		}
		if (!bOrdered)
		{
			return Damaged("index", Footer.IndexOffset, "the frames do not follow each other");
		}
		return {};
	}

	Result<void> ReadAll()
	{
		uint64_t FirstFrame = 0;
		if (Result<void> Header = ReadHeader(FirstFrame); !Header)
		{
			return Header;
		}
		return ReadIndex(FirstFrame);
	}
};

RecordingReader::RecordingReader() : State(std::make_unique<Impl>()) {}
RecordingReader::~RecordingReader() = default;

Result<void> RecordingReader::Open(const char* Path)
{
	State = std::make_unique<Impl>();
	auto Opened = std::make_unique<Impl>();
	Opened->Name = Path;
	std::error_code SizeCode;
	Opened->Size = std::filesystem::file_size(Path, SizeCode);
	if (SizeCode)
	{
		return PathError("read", Opened->Name, SizeCode.value());
	}
	errno = 0;
	Opened->File = std::fopen(Path, "rb");
	if (!Opened->File)
	{
		return PathError("read", Opened->Name, errno);
	}
	Result<void> Outcome = Opened->ReadAll();
	if (Outcome)
	{
		State = std::move(Opened);
	}
	return Outcome;
}

std::string_view RecordingReader::SetupText() const
{
	return State->Setup;
}

float RecordingReader::Dt() const
{
	return State->Dt;
}

int RecordingReader::FrameCount() const
{
	return State->FrameOffsets.empty() ? 0 : static_cast<int>(State->FrameOffsets.size() - 1);
}

Result<RecordedFrame> RecordingReader::ReadFrame(int Frame)
{
	if (Frame < 0 || Frame >= FrameCount())
	{
		return Error::Format("recording: frame is %d, must be 0 .. %d", Frame, FrameCount() - 1);
	}
	const uint64_t Begin = State->FrameOffsets[static_cast<size_t>(Frame)];
	const uint64_t Count =
		(State->FrameOffsets[static_cast<size_t>(Frame) + 1] - Begin - SmallestFrame) / sizeof(RecordedAgent);
	const uint64_t AgentBytes = Count * sizeof(RecordedAgent);
	char Where[48];
	std::snprintf(Where, sizeof(Where), "frame %d of %d", Frame, FrameCount());

	FrameHeader Header{};
	uint64_t Sum = 0;
	State->Agents.resize(Count);
	if (!State->Read(Begin, &Header, sizeof(Header)) ||
		!State->Read(Begin + sizeof(Header), State->Agents.data(), AgentBytes) ||
		!State->Read(Begin + sizeof(Header) + AgentBytes, &Sum, sizeof(Sum)))
	{
		return PathError("read", State->Name, errno);
	}
	if (Sum !=
		Checksum(Checksum(static_cast<uint64_t>(Frame), &Header, sizeof(Header)), State->Agents.data(), AgentBytes))
	{
		return State->Damaged(Where, Begin, "checksum does not match (the file is damaged)");
	}
	if (Header.Frame != static_cast<uint32_t>(Frame) || Header.AgentCount != Count || Count > INT_MAX)
	{
		return State->Damaged(Where, Begin, "its number or its number of agents contradicts the index");
	}
	for (size_t Agent = 0; Agent < Count; ++Agent)
	{
		const bool bAscending = Agent == 0 || State->Agents[Agent].HandleIndex > State->Agents[Agent - 1].HandleIndex;
		if (!bAscending || !IsFinite(State->Agents[Agent]))
		{
			return State->Damaged(Where, Begin + sizeof(Header) + Agent * sizeof(RecordedAgent),
				bAscending ? "an agent is not at a finite place" : "agents are not in ascending order");
		}
	}
	return RecordedFrame{Header.StateHash, static_cast<int>(Count), State->Agents.data()};
}
}
